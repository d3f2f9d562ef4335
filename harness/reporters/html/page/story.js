// One story: its buttons and keys, its drawings in step with each other, and what is said of the step that it stands at.
import { detailsOf, told } from './details.js'
import { all, one } from './dom.js'
import { createDrawing } from './drawing.js'

/** @typedef {'first' | 'previous' | 'next' | 'last' | 'none'} Move */
/** @typedef {import('./drawing.js').Drawing} Drawing */
/** @typedef {{ section: HTMLElement, go(move: Move): void, draw(): void }} Story */

const isCalm = matchMedia('(prefers-reduced-motion: reduce)')

/** @type {(section: HTMLElement) => Story} */
export const createStory = (section) => {
  const drawings = all(section, '.drawing').map(createDrawing)
  const [main, ...others] = drawings
  if (main === undefined) throw new Error('a story has a drawing')
  const said = one(section, '[role=status]')
  const details = one(section, '.details')
  const at = one(section, '.at')
  const hint = [...details.childNodes]
  /** @type {number | null} */
  let place = null

  const show = () => {
    const shown = main.visible()
    place = place === null ? null : Math.min(place, shown.length - 1)
    main.at(place === null ? null : (shown[place] ?? null))
    for (const drawing of others) drawing.at(place === null ? null : sameMoment(main, drawing, place))
    at.textContent = place === null ? `${shown.length} steps` : `${place + 1} of ${shown.length}`
    tell(place === null ? undefined : shown[place])
  }

  const tell = (/** @type {number | undefined} */ index) => {
    const row = index === undefined ? undefined : main.rows[index]
    if (row === undefined || index === undefined) return details.replaceChildren(...hint)
    details.replaceChildren(...detailsOf(row, main.facts(index)))
    said.textContent = `Step ${at.textContent}, ${one(row, '.t').textContent} ms. ${told(row)}`
    row.scrollIntoView({ block: 'nearest', behavior: isCalm.matches ? 'auto' : 'smooth' })
  }

  const go = (/** @type {Move} */ move) => {
    const last = main.visible().length - 1
    const moves = {
      first: 0,
      last,
      next: place === null ? 0 : Math.min(place + 1, last),
      previous: place === null ? last : Math.max(place - 1, 0),
      none: null,
    }
    place = moves[move]
    show()
  }

  const redraw = () => {
    for (const drawing of drawings) drawing.draw()
    show()
  }

  const filterBy = (/** @type {HTMLElement[]} */ buttons) => {
    const pressed = buttons.filter((button) => button.getAttribute('aria-pressed') === 'true')
    const lanes = new Set(pressed.map(({ dataset }) => Number(dataset.lane)))
    for (const drawing of drawings) drawing.filter(lanes)
    show()
    said.textContent = lanes.size === 0 ? 'All callers are shown' : `Only ${pressed.map((each) => each.textContent).join(', ')}`
  }

  for (const button of all(section, '[data-go]')) {
    button.addEventListener('click', () => go(/** @type {Move} */ (button.dataset.go)))
  }
  const callers = all(section, '[data-lane]')
  for (const button of callers) onPress(button, () => filterBy(callers))
  const every = one(section, '.every')
  const asides = all(section, '.rows > .a').length
  every.textContent = `Every step (${asides} more)`
  every.hidden = asides === 0
  onPress(every, (isPressed) => {
    section.classList.toggle('all', isPressed)
    redraw()
  })
  const [beside] = all(section, '.beside')
  if (beside !== undefined) {
    onPress(beside, (isPressed) => {
      one(section, '.drawings').classList.toggle('two', isPressed)
      redraw()
    })
  }
  const copy = one(section, '.copy')
  copy.addEventListener('click', async () => {
    const code = one(section, '.replay code')
    try {
      await navigator.clipboard.writeText(code.textContent ?? '')
      said.textContent = copy.textContent = 'Copied'
    } catch {
      // Not allowed here: it is selected, so that a key copies it.
      document.getSelection()?.selectAllChildren(code)
      said.textContent = 'Selected'
    }
  })
  one(section, '.tools').hidden = false
  new ResizeObserver(redraw).observe(section)
  return { section, go, draw: redraw }
}

/** Where the other drawing stands by then: at the same row as long as both are the same, then at the last row that is not later. */
/** @type {(main: Drawing, other: Drawing, place: number) => number | null} */
const sameMoment = (main, other, place) => {
  const [ours, theirs] = [main.visible(), other.visible()]
  const parting = theirs.findIndex((row) => other.rows[row]?.dataset.p !== undefined)
  if (place < parting || parting < 0) return theirs[Math.min(place, theirs.length - 1)] ?? null
  const now = timeOf(main, ours[place] ?? 0)
  return theirs.findLast((row, index) => index < parting || timeOf(other, row) <= now) ?? null
}

/** @type {(drawing: Drawing, row: number) => number} */
const timeOf = ({ rows }, row) => Number(one(/** @type {HTMLElement} */ (rows[row]), '.t').textContent?.replaceAll(',', ''))

/** @type {(button: HTMLElement, then: (isPressed: boolean) => void) => void} */
const onPress = (button, then) =>
  button.addEventListener('click', () => {
    const isPressed = button.getAttribute('aria-pressed') !== 'true'
    button.setAttribute('aria-pressed', String(isPressed))
    then(isPressed)
  })
