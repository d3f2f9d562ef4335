// A session gateway in a process of its own, with a session whose worker has a helper. Argument: an empty folder for its programs.
import { createPrograms } from '../../../harness/runtimes/real/programs.js'
import { connectClient } from '../../../scenarios/session-gateway/client.js'
import { openGateway } from '../../../scenarios/session-gateway/gateway.js'

const programs = createPrograms(process.argv[2])
for (const name of ['session-worker', 'session-helper']) {
  programs.provide(name, new URL(`../../../scenarios/session-gateway/${name}.ts`, import.meta.url))
}
const gateway = await openGateway({ store: { ask: async (tool) => `${tool}-1`, close() {} }, env: {} })
const client = await connectClient(gateway.url)
console.log(await client.prompt(await client.create(), 'run TAG-1'))
