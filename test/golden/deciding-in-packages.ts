// What the explanations of the races of published packages must name.
import type { Deciding } from './deciding.js'

// biome-ignore lint/suspicious/noTemplateCurlyInString: a line of code
const CONFIGURES = 'await writeFile(join(dir, `${page}.json`), JSON.stringify({ port }))'

/** By variant. */
export const IN_PACKAGES: Readonly<Record<string, Deciding>> = {
  // The second request takes the place of the first one, which has not been answered: its handler runs in the package's reader.
  'npm/mcp-sdk-shared-transport/faulty': {
    pair: [
      ["content: [{ type: 'text', text: await lookUp(key) }],", null],
      ['const { status, text } = await post(url, {', null],
    ],
  },
  // The service answers on its event stream before it has taken the request that it answers.
  'npm/vscode-jsonrpc-1474/faulty': {
    pair: [
      ['const result = await work(params)', null],
      ['const posted = post(message).finally(() => posting.delete(posted))', null],
    ],
  },
  'npm/ioredis-800/faulty': {
    struck: {
      ann: 'read: (key) => redis.get(key),',
      bob: 'replace: (key, value) => redis.multi().set(key, value).get(key).exec(),',
      cat: 'read: (key) => redis.get(key),',
    },
  },
  // The later call renames its file before the earlier one has written its own.
  'npm/write-file-atomic-queue/faulty': {
    pair: [
      ['fn.apply(obj, args.concat(cb)) }', null],
      ['return fs$close.call(fs, fd, function (err) {', null],
    ],
  },
  // The other one has found the folder missing, and makes it; the calmest schedule does so.
  'npm/mkdirp-2/faulty': {
    pair: [
      ['await make(there, 0o755)', null],
      ['await make(there, 0o755)', 'await writeFile(path.join(there, name), text)'],
    ],
  },
  // Whoever waits is woken wrongly in every order, and what is known and what is not come apart in every order.
  'npm/async-mutex-52/faulty': 'nothing',
  'npm/dataloader-97/faulty': 'nothing',
  // One launch has its port, and has not written it down yet.
  'npm/get-port-23/faulty': {
    pair: [
      [CONFIGURES, CONFIGURES],
      [CONFIGURES, null],
    ],
  },
  // The setting is replaced before the old one has come.
  'npm/cacheable-888-invalidate/faulty': {
    pair: [
      ['const version = await table.write(name)', null],
      ['const ask = async (tool: string, name: string): Promise<number> => (await store.ask(tool, { name })) as number', null],
    ],
  },
  'npm/lru-cache-388/faulty': {
    data: "The dispatcher's price took 30 ms. Had it taken its usual time, all would have been well (checked).",
    at: null,
  },
  // One report is answered while its second connection is still waited for, since the one before has not been given back.
  'npm/tarn-61/faulty': {
    pair: [
      ['return await work(connection)', null],
      ['return await work(connection)', null],
    ],
  },
  'npm/swr-cache-48/faulty': {
    data: "The dispatcher's news never came. Had it come, all would have been well (checked).",
    at: "return news.read(topic, async () => String(await service.ask('news', { topic, reader: token })))",
  },
  // Both have loaded the session before one of them saves it.
  'npm/express-session-lost-update/faulty': {
    pair: [
      ['await sleep(DELAYS_MS[index])', 'await reserve(request.params.item)'],
      ['await reserve(request.params.item)', null],
    ],
  },
  // The second guest has connected, and asks for the room, before the first one may enter.
  'npm/socketio-4136/faulty': {
    pair: [
      ['id = await this.generateId(req);', null],
      ['.of((room, _auth, next) => void mayEnter(room).then((allowed) => next(null, allowed)))', null],
    ],
  },
  // The server has answered before the other call has been sent: both loads have been served by then.
  'npm/mcp-server-memory-2579/faulty': {
    pair: [
      ['return await Promise.resolve(typedHandler(args, extra));', null],
      ["await (locks === null ? create(name) : locks.alone('the memory', () => create(name)))", null],
    ],
  },
}
