// The page as its readers have it: in a real browser, with a keyboard, for a screen reader, on a narrow screen, in the dark.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { html } from '../../harness/reporters/html/html.js'
import type { Finished } from '../../harness/reporters/index.js'
import { junit } from '../../harness/reporters/junit.js'
import { artefact, chromiumPath, NO_CHROMIUM, startChromium } from '../support/chromium.js'
import { longStory } from './long-story.js'
import { besides, counterexample, facts, finished, HOSTILE, passed, report } from './samples.js'

/** Sent to the browser as it is written. */
const CONTRASTS = readFileSync(new URL('./contrast.js', import.meta.url), 'utf8').replace(
  /^export const contrasts = /m,
  'globalThis.contrasts = ',
)

const executable = chromiumPath()
if (executable === null) console.warn(`The HTML page is not tested in a browser: ${NO_CHROMIUM}`)

const of = (...counterexamples: ReturnType<typeof counterexample>[]): Finished =>
  finished({ report: report({ counterexamples }) })

describe.skipIf(executable === null)('in a browser, the page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'crosswire-page-'))
  let browser: Browser
  let context: BrowserContext
  let page: Page
  /** What the page complains of, and whatever it asks for besides itself. */
  let wrong: string[]

  beforeAll(async () => {
    browser = await startChromium(executable as string)
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true })
  })
  beforeEach(async () => {
    await context?.close()
    context = await browser.newContext({ viewport: { width: 1400, height: 900 } })
    page = await context.newPage()
    wrong = []
    page.on('pageerror', ({ message }) => void wrong.push(message))
    page.on('console', (message) => void (message.type() === 'error' && wrong.push(message.text())))
    page.on('request', (request) => void (request.url().startsWith(`file://${folder}`) || wrong.push(request.url())))
  })

  const open = async (...results: Finished[]): Promise<void> => {
    const file = join(folder, 'race.html')
    writeFileSync(file, html(results, facts))
    await page.goto(`file://${file}`)
  }

  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const current = () => page.locator('.fails [aria-current=step]').textContent()
  const said = () => page.getByRole('status').textContent()
  const shownRows = () => page.locator('.fails .rows > li:visible').count()

  it('draws an arrow for each request and each answer, and the one that went astray in red', async () => {
    await open(of(counterexample()))
    expect(await page.locator('svg path.head').count()).toBe(3)
    expect(await page.locator('svg path.crossed.head').count()).toBe(1)
    const [from, to, tip] = await Promise.all([
      page.getByText('answer TAG-1').boundingBox(),
      page.getByText('receive TAG-1').boundingBox(),
      page.locator('svg path.crossed.head').boundingBox(),
    ])
    const isBetween = tip !== null && from !== null && to !== null && tip.x < from.x && tip.x >= to.x + to.width - 2
    expect(isBetween).toBe(true)
    expect(Math.abs((tip?.y ?? 0) - (to?.y ?? 0))).toBeLessThan(20)
    expect(wrong).toEqual([])
    await page.screenshot({ path: artefact('race.png') })
  })

  it('is stepped through by the arrow keys: the step is marked, told in detail, and said aloud', async () => {
    await open(of(counterexample()))
    await press('ArrowRight')
    expect(await current()).toContain('send echo TAG-1')
    await press('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight')
    expect(await current()).toContain('receive TAG-1')
    expect(await said()).toBe('Step 6 of 7, 5 ms. bob: receive TAG-1, belongs to ann')
    const details = page.getByRole('complementary', { name: 'The step in detail' })
    expect(await details.textContent()).toContain('output"TAG-1"')
    await press('ArrowLeft')
    expect(await current()).toContain('answer TAG-1')
    expect(await page.locator('.fails [aria-current]').count()).toBe(1)
    expect(await page.locator('path.flying').count()).toBe(2)
    await press('Escape')
    expect(await page.locator('[aria-current=step], .later, .flying').count()).toBe(0)
  })

  it('takes up, down, Home and End where its rows have the focus, and leaves them to the page elsewhere', async () => {
    await open(of(counterexample()))
    await press('ArrowDown', 'End')
    expect(await page.locator('[aria-current=step]').count()).toBe(0)
    await page.getByRole('list', { name: /^The failing schedule/ }).focus()
    await press('End')
    expect(await current()).toContain('waits for ever')
    await press('ArrowUp', 'ArrowUp', 'ArrowDown')
    expect(await current()).toContain('receive TAG-1')
    await press('Home')
    expect(await current()).toContain('send echo TAG-1')
  })

  it('does everything by keyboard: each control is reached by Tab, in reading order, and has a name', async () => {
    await open(of(besides), passed())
    const names: string[] = []
    for (let i = 0; i < 16; i++) {
      await press('Tab')
      names.push(
        await page.evaluate<string>("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"),
      )
    }
    const words = names.map((name) => name.replace(/\s+/g, ' ').trim())
    expect(words).toEqual([
      'Skip to the results',
      expect.stringContaining('rpc-shared-socket'),
      expect.stringContaining('rpc-shared-socket'),
      'Copy',
      'First step',
      'Previous step',
      'Next step',
      'Last step',
      'ann',
      'bob',
      expect.stringMatching(/^Every step/),
      'Nearest passing schedule',
      expect.stringMatching(/^The failing schedule/),
      expect.stringMatching(/^The nearest schedule that passes/),
      expect.any(String),
      expect.any(String),
    ])
    await page.getByRole('button', { name: 'Next step' }).focus()
    await press('Enter', 'Enter')
    expect(await current()).toContain('send echo TAG-2')
  })

  it('tells a screen reader what it is made of', async () => {
    await open(of(besides), passed())
    await page.getByRole('heading', { level: 2, name: "bob received the answer to ann's call" }).waitFor()
    for (const role of ['banner', 'navigation', 'main', 'complementary', 'status'] as const)
      expect(await page.getByRole(role).count(), role).toBeGreaterThan(0)
    expect(await page.getByRole('listitem').filter({ hasText: 'bob: receive TAG-1, overtook ann, belongs to ann' }).count()).toBe(
      1,
    )
    const nameless = page.locator('button').filter({ hasNotText: /\S/ })
    expect(await nameless.count()).toBe(0)
    expect(await page.locator('svg:not([aria-hidden=true])').count()).toBe(0)
  })

  it('shows one caller alone: what it did, and what became of its calls', async () => {
    await open(of(counterexample()))
    await page.getByRole('button', { name: 'ann', exact: true }).click()
    expect(await page.locator('.rows > li:visible p').allInnerTexts()).toEqual([
      expect.stringContaining('send echo TAG-1'),
      expect.stringContaining('take TAG-1'),
      expect.stringContaining('answer TAG-1'),
      expect.stringContaining('receive TAG-1'),
      expect.stringContaining('waits for ever'),
    ])
    expect(await said()).toBe('Only ann')
    await page.getByRole('button', { name: 'ann', exact: true }).click()
    expect(await shownRows()).toBe(7)
    expect(await said()).toBe('All callers are shown')
  })

  it('shows the nearest passing schedule beside the failing one, in step with it, and where the two part ways', async () => {
    await open(of(besides))
    const boxes = await Promise.all(['.fails', '.passes'].map((name) => page.locator(name).boundingBox()))
    expect(boxes[1]?.x).toBeGreaterThan((boxes[0]?.x ?? 0) + (boxes[0]?.width ?? 0))
    expect(await page.locator('.fails li[data-p] p').textContent()).toContain('receive TAG-1')
    expect(await page.locator('.passes li[data-p] p').textContent()).toContain('receive TAG-1')
    await press('ArrowRight', 'ArrowRight')
    expect(await page.locator('.passes [aria-current=step]').textContent()).toContain('send echo TAG-2')
    await page.screenshot({ path: artefact('race-beside-passing.png') })
    await page.getByRole('button', { name: 'Nearest passing schedule' }).click()
    expect(await page.locator('.passes').isVisible()).toBe(false)
  })

  it('shows every step where it is asked to', async () => {
    await open(of(counterexample({ execution: longStory(8) })))
    const before = await shownRows()
    const button = page.getByRole('button', { name: /^Every step \(\d+ more\)$/ })
    const more = Number(/\d+/.exec((await button.textContent()) ?? '')?.[0])
    await button.click()
    expect(await shownRows()).toBe(before + more)
  })

  it('shows one result at a time, the one that is not as expected first, and any by its link', async () => {
    await open(passed(), of(counterexample()), passed({ scenario: 'cache' }))
    expect(await page.locator('article:visible h1').textContent()).toContain('faulty')
    await page.getByRole('navigation').getByRole('link', { name: 'cache' }).click()
    expect(await page.locator('article:visible h1').textContent()).toContain('cache')
    expect(await page.locator('nav [aria-current=page]').textContent()).toContain('cache')
  })

  it('takes nothing of a subject for markup or for a script', async () => {
    const verdict = { oracle: HOSTILE, outcome: 'fail' as const, message: HOSTILE, symptom: HOSTILE }
    const { execution } = counterexample()
    const history = execution.history.map((event) => ({
      ...event,
      actor: event.actor + HOSTILE,
      op: HOSTILE,
      input: { [HOSTILE]: HOSTILE },
    }))
    const hostile = counterexample({
      execution: { ...execution, history },
      verdict,
      verdicts: [verdict],
      race: HOSTILE,
      token: HOSTILE,
    })
    await open(finished({ report: report({ scenario: HOSTILE, variant: HOSTILE, counterexamples: [hostile] }) }), passed())
    await press('ArrowRight', 'ArrowRight', 'ArrowRight')
    expect(await page.evaluate('globalThis.pwned')).toBeUndefined()
    expect(await page.locator('img').count()).toBe(0)
    expect(await page.locator('h2').textContent()).toBe('</script><script>window.pwned = 1</script>')
    expect(wrong).toEqual([])
  })

  it.each(['light', 'dark'] as const)('can be read in %s: every text has a contrast of 4.5 at least', async (colorScheme) => {
    await page.emulateMedia({ colorScheme })
    await open(of(besides), passed(), finished({ exitCode: 4, report: report({ outcome: 'unknown' }) }))
    await page.getByRole('list', { name: /^The failing schedule/ }).focus()
    await press('End')
    await page.evaluate(CONTRASTS)
    const found: { text: string; contrast: number }[] = await page.evaluate('contrasts()')
    expect(found.length).toBeGreaterThan(40)
    expect(found.filter(({ contrast }) => contrast < 4.5)).toEqual([])
    await page.screenshot({ path: artefact(`race-${colorScheme}.png`) })
  })

  it('moves nothing for who wants no motion', async () => {
    await open(of(counterexample()))
    await press('ArrowRight')
    const animation = () => page.evaluate<string>("getComputedStyle(document.querySelector('path.flying')).animationName")
    expect(await animation()).toBe('fly')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await animation()).toBe('none')
  })

  it('fits a narrow screen as a list that names who did what', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    await open(of(besides), passed())
    const [content, shown] = await page.evaluate<number[]>('[document.documentElement.scrollWidth, innerWidth]')
    expect(content).toBeLessThanOrEqual(shown ?? 0)
    expect(await page.locator('.fails .rows li').nth(1).textContent()).toContain('bob: ')
    await page.screenshot({ path: artefact('race-narrow.png') })
  })

  it('draws a thousand events, and goes to the last at once', async () => {
    await open(of(counterexample({ execution: longStory(1000) })))
    expect(await page.locator('svg path.crossed.head').count()).toBe(1)
    await page.getByRole('button', { name: 'Last step' }).click()
    expect(await current()).toContain('receive TAG-249')
    expect(wrong).toEqual([])
  })

  it('reads JUnit XML with a parser that knows XML: what the subject said comes back as it was', async () => {
    const verdict = { oracle: 'own-response', outcome: 'fail' as const, message: HOSTILE }
    const xml = junit([of(counterexample({ verdict, verdicts: [verdict] }))], facts)
    const read = await page.evaluate<{ error?: string; text?: string }>(`(() => {
      const parsed = new DOMParser().parseFromString(${JSON.stringify(xml)}, 'text/xml')
      return { error: parsed.querySelector('parsererror')?.textContent, text: parsed.querySelector('failure')?.textContent }
    })()`)
    expect(read.error).toBeUndefined()
    expect(read.text).toContain(']]> <![CDATA[ &amp; &#0; &lt;')
  })
})
