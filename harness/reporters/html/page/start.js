// Brings the page to life: one result at a time where there are several, and the keys that step through a story.
import { all } from './dom.js'
import { createStory } from './story.js'

const stories = all(document, '.story').map(createStory)
const results = all(document, '.result')

const showResult = () => {
  const asked = results.find(({ id }) => `#${id}` === location.hash)
  const shown = asked ?? results.find((each) => each.matches('.bad, :has(.story)')) ?? results[0]
  for (const result of results) result.hidden = result !== shown
  for (const link of all(document, 'nav a')) {
    if (link.getAttribute('href') === `#${shown?.id}`) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
  if (asked !== undefined) window.scrollTo(0, 0)
}

/** The story that has the focus, else the first of those that can be seen. */
const currentStory = () =>
  stories.find(({ section }) => section.contains(document.activeElement)) ??
  stories.find(({ section }) => section.getClientRects().length > 0 && section.getBoundingClientRect().bottom > 160)

/** @type {Record<string, import('./story.js').Move>} */
const ANYWHERE = { ArrowLeft: 'previous', ArrowRight: 'next', Escape: 'none' }
/** @type {Record<string, import('./story.js').Move>} */
const IN_ROWS = { ArrowUp: 'previous', ArrowDown: 'next', Home: 'first', End: 'last' }

document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const isInRows = document.activeElement?.closest('.rows') != null
  const move = ANYWHERE[event.key] ?? (isInRows ? IN_ROWS[event.key] : undefined)
  const story = currentStory()
  if (move === undefined || story === undefined) return
  event.preventDefault()
  story.go(move)
})

window.addEventListener('hashchange', showResult)
showResult()
