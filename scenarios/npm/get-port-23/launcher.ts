// Launches preview servers, each on a port of its own: the port goes into the configuration first, which the browser reads.
import { writeFile } from 'node:fs/promises'
import http from 'node:http'
import { join } from 'node:path'

/** Finds a port that is free. */
export type PickPort = () => Promise<number>

export interface Launcher {
  /** Serves `page` and gives its port. Rejects where it cannot be served. */
  launch(page: string, pickPort: PickPort): Promise<number>
  close(): void
}

/** `dir` is where configurations are written to. */
export const createLauncher = (dir: string): Launcher => {
  const servers: http.Server[] = []
  return {
    async launch(page, pickPort) {
      const port = await pickPort()
      await writeFile(join(dir, `${page}.json`), JSON.stringify({ port }))
      const server = http.createServer((_, response) => response.end(page))
      await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
      servers.push(server)
      return port
    },
    close() {
      for (const server of servers) server.close()
    },
  }
}
