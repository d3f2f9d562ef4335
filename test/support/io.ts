// A completion of the poll phase without any socket or file behind it, for tests of what comes before and after it.
import { kernel } from './run.js'

export const io = (): Promise<void> => new Promise((resolve) => void kernel().once('io', 'io', resolve))
