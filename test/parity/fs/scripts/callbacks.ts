// fs with callbacks: arguments, order against ticks, promises and immediates, and one call after the other.
import fs from 'node:fs'
import { promisify } from 'node:util'
import type { Scripts } from '../stage.js'

const done = (start: (settle: () => void) => void): Promise<void> => new Promise((resolve) => start(resolve))

export const callbacks: Scripts = {
  'a callback comes after ticks, promises and immediates': (say, dir) =>
    done((settle) => {
      fs.stat(dir, () => {
        say('stat')
        settle()
      })
      setImmediate(() => say('immediate'))
      Promise.resolve().then(() => say('promise'))
      process.nextTick(() => say('tick'))
      say('returned')
    }),

  'ticks and promises of a callback come before the next callback': (say, dir) =>
    done((settle) => {
      fs.writeFileSync(`${dir}/a`, 'a')
      fs.readFile(`${dir}/a`, 'utf8', (error, data) => {
        say('read', error, data)
        process.nextTick(() => say('tick'))
        Promise.resolve().then(() => say('promise'))
        fs.unlink(`${dir}/a`, (unlinkError) => {
          say('unlink', unlinkError)
          settle()
        })
        setImmediate(() => say('immediate'))
      })
    }),

  'what success passes: one null for nothing, null and a value for something': (say, dir) =>
    done((settle) => {
      fs.mkdir(`${dir}/d`, (...made) => {
        say('mkdir', made.length, made)
        fs.access(`${dir}/d`, (...there) => {
          say('access', there.length, there)
          fs.readdir(dir, (...names) => {
            say('readdir', names)
            fs.mkdir(`${dir}/d/e/f`, { recursive: true }, (...first) => {
              say('recursive', first)
              settle()
            })
          })
        })
      })
    }),

  'a file is written, appended to, truncated, copied, renamed and removed': (say, dir) =>
    done((settle) => {
      const at = (name: string) => `${dir}/${name}`
      const look = (name: string) => say(name, fs.existsSync(at(name)) ? fs.readFileSync(at(name)) : 'gone')
      fs.writeFile(at('a'), 'one', (wrote) => {
        say(wrote)
        look('a')
        fs.appendFile(at('a'), ' two', () => {
          look('a')
          fs.truncate(at('a'), 4, () => {
            look('a')
            fs.copyFile(at('a'), at('b'), () => {
              look('b')
              fs.rename(at('b'), at('c'), () => {
                look('b')
                look('c')
                fs.rm(at('c'), (error) => {
                  say(error)
                  look('c')
                  settle()
                })
              })
            })
          })
        })
      })
    }),

  'reading and writing by position leaves the file where it was': (say, dir) =>
    done((settle) => {
      fs.open(`${dir}/p`, 'w+', (_error, fd) => {
        fs.write(fd, 'abcdef', 0, 'utf8', (error, count, text) => {
          say('write', error, count, text)
          const buffer = Buffer.alloc(3)
          fs.read(fd, buffer, 0, 3, 2, (readError, read, same) => {
            say('read', readError, read, same, same === buffer)
            fs.read(fd, { buffer, position: null }, (atEnd, rest) => {
              say('at end', atEnd, rest)
              fs.close(fd, (closeError) => {
                say('close', closeError)
                settle()
              })
            })
          })
        })
      })
    }),

  'several buffers go out and come in together': (say, dir) =>
    done((settle) => {
      fs.open(`${dir}/v`, 'w+', (_error, fd) => {
        fs.writev(fd, [Buffer.from('ab'), Buffer.from('cde')], 0, (error, count, buffers) => {
          say('writev', error, count, buffers.length)
          const [first, second] = [Buffer.alloc(4), Buffer.alloc(4)]
          fs.readv(fd, [first, second], 0, (readError, read) => {
            say('readv', readError, read, first, second.subarray(0, 1))
            fs.closeSync(fd)
            settle()
          })
        })
      })
    }),

  'promisify gives objects for read and write, a boolean for exists': async (say, dir) => {
    const fd = await promisify(fs.open)(`${dir}/q`, 'w+')
    const wrote = await promisify(fs.write)(fd, Buffer.from('xyz'), 0, 3, 0)
    say('write', wrote.bytesWritten, wrote.buffer)
    const read = await promisify(fs.read)(fd, Buffer.alloc(2), 0, 2, 1)
    say('read', read.bytesRead, read.buffer)
    await promisify(fs.close)(fd)
    say('exists', await promisify(fs.exists)(`${dir}/q`), await promisify(fs.exists)(`${dir}/none`))
  },

  'reading in chunks: more than one chunk of half a megabyte arrives whole': (say, dir) =>
    done((settle) => {
      const content = 'é0123456789'.repeat(60_000)
      fs.writeFile(`${dir}/big`, content, () => {
        fs.readFile(`${dir}/big`, 'utf8', (error, data) => {
          say(error, data.length, data === content)
          settle()
        })
      })
    }),

  'a device without a size is read to its end': (say) =>
    done((settle) => {
      fs.readFile('/dev/null', (error, data) => {
        say(error, data)
        settle()
      })
    }),

  'a signal that fires before, and one that fires during, stops a read': (say, dir) =>
    done((settle) => {
      fs.writeFileSync(`${dir}/s`, 'content')
      fs.readFile(`${dir}/s`, { signal: AbortSignal.abort('early') }, (early) => {
        say('early', early?.name, early?.code, early?.message)
        const controller = new AbortController()
        fs.readFile(`${dir}/s`, { signal: controller.signal, encoding: 'utf8' }, (late) => {
          say('late', late?.name, late?.code, late?.message)
          settle()
        })
        controller.abort()
      })
    }),

  'an open file is read and written from where it stands': (say, dir) =>
    done((settle) => {
      fs.writeFileSync(`${dir}/o`, 'first second')
      const fd = fs.openSync(`${dir}/o`, 'r+')
      fs.readSync(fd, Buffer.alloc(6), 0, 6, null)
      fs.readFile(fd, 'utf8', (error, rest) => {
        say('rest', error, rest)
        fs.writeFile(fd, ' third', (writeError) => {
          fs.closeSync(fd)
          say('written', writeError, fs.readFileSync(`${dir}/o`))
          settle()
        })
      })
    }),
}
