// The smoke case of both RPC scenarios: callers that each ask for their own tag, all at once.

export interface Client {
  call(tool: string, args: unknown): Promise<unknown>
}

/** `OK 10/10`: how many of `count` concurrent callers got their own answer. */
export const smoke = async (client: Client, count: number): Promise<string> => {
  const tags = Array.from({ length: count }, (_, i) => `TAG-${i + 1}`)
  const answers = await Promise.all(tags.map((tag) => client.call('terminal', { command: `echo ${tag}` }).catch(String)))
  const own = answers.filter((answer, i) => JSON.stringify(answer) === JSON.stringify({ command: `echo ${tags[i]}` })).length
  return `${own === count ? 'OK' : 'BAD'} ${own}/${count}`
}
