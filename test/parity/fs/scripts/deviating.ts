// What is the same in every execution, and so cannot be what the real file system shows.
import fs from 'node:fs'
import fsp from 'node:fs/promises'
import type { Scripts } from '../stage.js'

export const deviating: Scripts = {
  'the number of a file, and when it was made': async (say, dir) => {
    const startMs = Date.now()
    for (const name of ['a', 'b']) await fsp.writeFile(`${dir}/${name}`, name)
    const [a, b] = [fs.statSync(`${dir}/a`), await fsp.stat(`${dir}/b`)]
    say('number', a.ino)
    say('age', Math.round(a.birthtimeMs - startMs), a.birthtimeMs === a.mtimeMs)
    say('another number', a.ino !== b.ino, 'another size', a.size !== b.size)
  },

  'what mkdtemp makes up': async (say, dir) => {
    const made = [await fsp.mkdtemp(`${dir}/t-`), fs.mkdtempSync(`${dir}/t-`)].map((path) => path.slice(`${dir}/t-`.length))
    for (const part of made) say('made up', part)
    say(...made.map((part) => part.length), 'different', made[0] !== made[1])
  },
}
