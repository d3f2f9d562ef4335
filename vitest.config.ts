import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/fixtures/**', '**/node_modules/**', 'dist/**'],
    globalSetup: ['test/support/built.ts'],
    pool: 'forks',
    // Vitest keeps one core for itself, which of two leaves one worker: half of a machine, for tests that wait for processes of theirs.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // For what hangs, and far from what a test takes: a machine may have twenty others at work.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
