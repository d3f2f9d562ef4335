// The kernel's side of the one door: it makes the choice points, asks the policy, and mixes what was answered into the trace.
import type { ChoiceKind, Decide } from '../../../core/choice.js'
import { type Actor, hashOf } from './actors.js'
import { Chooser } from './chooser.js'
import { phrase } from './phrase.js'
import { DataPoint, dataOptions, RunPoint } from './points.js'
import { stopHere } from './stop-here.js'
import type { TaskNode } from './task.js'

export class Asking {
  readonly chooser: Chooser
  /** Set once the body has settled: nothing is asked any more, everything goes the default way. */
  calm = false
  traceHash = 0x811c9dc5 | 0
  /** Data choices of the step that runs, in words; kept only while an execution is recorded. */
  chose: string[] = []
  /** A debugger stops at data that is not the default. */
  stops = false
  private readonly record: boolean
  private readonly point = new RunPoint()

  constructor(decide: Decide, record: boolean) {
    this.chooser = new Chooser(decide, record)
    this.record = record
  }

  /** Which task comes next. */
  run(options: readonly TaskNode[], running: Actor): number {
    if (options.length === 1 || this.calm) return 0
    const { point } = this
    point.step = this.chooser.step
    point.options = options
    point.actor = running
    return this.chooser.ask(point)
  }

  /** Which of the data named. */
  data(actor: Actor, kind: Exclude<ChoiceKind, 'run'>, { what, names }: { what: string; names: readonly string[] }): number {
    const step = this.chooser.step++
    if (names.length < 2 || this.calm) return 0
    const label = phrase(kind, what)
    const index = this.chooser.ask(new DataPoint(kind, { actor, label, step, options: dataOptions(names) }))
    this.mix(hashOf(label) + index)
    if (index > 0 && this.record) this.note(label, `${kind}: ${names[index]}`)
    return index
  }

  private note(label: string, chosen: string): void {
    this.chose.push(chosen)
    if (this.stops) stopHere(label, `was ${chosen}`)
  }

  mix(what: number): void {
    this.traceHash = Math.imul(this.traceHash ^ what, 16777619)
  }
}
