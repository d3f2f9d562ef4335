// Runs inside the page: the contrast of every text that is shown, as WCAG 2 counts it. Text that is dimmed on purpose is left out.

/** @type {() => { text: string, contrast: number }[]} */
export const contrasts = () => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (canvas === null) throw new Error('no canvas')
  /** Red, green, blue from 0 to 255, and opacity from 0 to 1, of whatever CSS calls a colour. */
  const parts = (/** @type {string} */ colour) => {
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = colour
    canvas.fillRect(0, 0, 1, 1)
    const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data
    return [r, g, b, a / 255]
  }
  const over = (/** @type {number[]} */ top, /** @type {number[]} */ below) =>
    [0, 1, 2].map((i) => (top[i] ?? 0) * (top[3] ?? 0) + (below[i] ?? 0) * (1 - (top[3] ?? 0))).concat(1)
  /** @type {(element: Element | null) => number[]} */
  const backgroundOf = (element) => {
    if (element === null) return [255, 255, 255, 1]
    const own = parts(getComputedStyle(element).backgroundColor)
    return (own[3] ?? 0) >= 1 ? own : over(own, backgroundOf(element.parentElement))
  }
  const luminance = (/** @type {number[]} */ rgb) => {
    const [r = 0, g = 0, b = 0] = rgb.slice(0, 3).map((value) => {
      const share = value / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const hasText = (/** @type {Element} */ element) =>
    [...element.childNodes].some(({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && /\S/.test(textContent ?? ''))
  return [...document.body.querySelectorAll('*')]
    .filter((element) => hasText(element) && element.closest('.later, script, .vh, .rows i, .skip') === null)
    .filter((element) => element.getClientRects().length > 0)
    .map((element) => {
      const background = backgroundOf(element)
      const colour = over(parts(getComputedStyle(element).color), background)
      const [light = 0, dark = 0] = [luminance(colour), luminance(background)].sort((a, b) => b - a)
      return {
        text: (element.textContent ?? '').trim().slice(0, 40),
        contrast: Number(((light + 0.05) / (dark + 0.05)).toFixed(2)),
      }
    })
}
