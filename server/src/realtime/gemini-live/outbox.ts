import type { JsonRecord } from '@sluice/contract/read-json'
import type { ReportedUsage } from '../../core/usage/usage-report.ts'
import type { Passed } from '../bridge.ts'
import type { EventNames } from './event-names.ts'

/** What one message of either side causes: messages to the upstream, and events to the client with their ids. */
export class Outbox {
  readonly names: EventNames
  readonly #sessionId: string
  #made = 0
  #passed: Passed = { toUpstream: [], toClient: [] }

  constructor(sessionId: string, names: EventNames) {
    this.#sessionId = sessionId
    this.names = names
  }

  /** The results of `work` alone. */
  collect(work: () => void): Passed {
    this.#passed = { toUpstream: [], toClient: [] }
    work()
    return this.#passed
  }

  newId(kind: 'event' | 'resp' | 'item' | 'call'): string {
    return `${kind}_${this.#sessionId}${this.#made++}`
  }

  emit(type: string, fields: JsonRecord): void {
    this.#passed.toClient.push(JSON.stringify({ type, event_id: this.newId('event'), ...fields }))
  }

  showItem(given: JsonRecord): void {
    const item = { object: 'realtime.item', ...given }
    this.emit(this.names.itemAdded, { previous_item_id: null, item })
    if (this.names.itemDone) this.emit(this.names.itemDone, { previous_item_id: null, item })
  }

  sendUpstream(message: JsonRecord): void {
    this.#passed.toUpstream.push(JSON.stringify(message))
  }

  /** Usage of a turn without an answer, or after its answer. */
  reportUsage(usage: ReportedUsage): void {
    this.#passed.usage = usage
  }

  announceMove(): void {
    this.#passed.isMoving = true
  }
}
