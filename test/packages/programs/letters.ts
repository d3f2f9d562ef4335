// Text that is cut in many places, characters of several bytes among them.

const LONG = 'bé€ 漢字 '.repeat(60)

/** Asks with a letter, which begins with the token; rejects unless all of it comes back. */
export const exchange = async (token: string, ask: (letter: string) => Promise<string>): Promise<string> => {
  const sent = `${token} ${LONG}`
  const answer = await ask(sent)
  if (!answer.includes(sent)) throw new Error(`of the letter ${token} only ${answer.length} characters came back`)
  return answer
}
