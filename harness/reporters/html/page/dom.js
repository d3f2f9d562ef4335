// What every part of the page's script needs of the document.

/** @type {(root: ParentNode, selector: string) => HTMLElement[]} */
export const all = (root, selector) => [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(selector))]

/** @type {(root: ParentNode, selector: string) => HTMLElement} */
export const one = (root, selector) => {
  const [found] = all(root, selector)
  if (found === undefined) throw new Error(`the page has no ${selector}`)
  return found
}

/** @type {(name: string, text: string) => HTMLElement} */
export const element = (name, text) => {
  const made = document.createElement(name)
  made.textContent = text
  return made
}

/** @type {(name: string, attributes: Record<string, string | number>) => SVGElement} */
export const shape = (name, attributes) => {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value))
  return made
}
