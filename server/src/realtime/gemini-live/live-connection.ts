import { isRecord, type JsonRecord, recordOf } from '@sluice/contract/read-json'
import { buildSetup } from './build-setup.ts'
import type { Outbox } from './outbox.ts'
import type { ServerMessage } from './parse-server.ts'
import type { LiveConfig } from './session-config.ts'

/** The session at Google: its setup, which precedes the first message, and how it continues on another connection. */
export class LiveConnection {
  config: LiveConfig
  isSetUp = false
  isReady = false
  readonly #outbox: Outbox
  readonly #model: string
  /** Continues the session on another connection; '' = none has arrived. */
  #handle = ''
  /** The handle includes the whole conversation so far. */
  #isCovered = false
  /** Google will close the connection soon. */
  #isLeaving = false

  constructor(outbox: Outbox, { model, config }: { model: string; config: LiveConfig }) {
    this.#outbox = outbox
    this.#model = model
    this.config = config
  }

  send(message: JsonRecord, hasHistory = false): void {
    if (!this.isSetUp) this.#outbox.sendUpstream(buildSetup(this.#model, this.config, { hasHistory }))
    this.isSetUp = true
    // Audio is sent all the time, mostly silence: it counts only once Google detects speech in it.
    if (!isRecord(recordOf(message.realtimeInput).audio)) this.#isCovered = false
    this.#outbox.sendUpstream(message)
  }

  /** Whether the session had started. */
  get hasStarted(): boolean {
    return this.isReady || this.#handle !== ''
  }

  /**
   * A connection that breaks off before its setup is confirmed is not continued: otherwise a refusing upstream would
   * be called endlessly.
   */
  canResume(closeCode: number | null): boolean {
    const isOver = closeCode === 1000 && !this.#isLeaving
    return this.#handle !== '' && this.isReady && !isOver
  }

  resume(): void {
    this.isReady = false
    this.#isLeaving = false
    this.#outbox.sendUpstream(buildSetup(this.#model, this.config, { handle: this.#handle }))
  }

  /** Announces a move once the connection ends soon, nothing is in progress, and the handle covers everything. */
  note({ isLeaving, handle, pieces, calls, heard }: ServerMessage, isQuiet: boolean): void {
    if (pieces.length > 0 || calls.length > 0 || heard !== '') this.#isCovered = false
    if (handle !== null) {
      this.#handle = handle || this.#handle
      this.#isCovered = handle !== ''
    }
    this.#isLeaving ||= isLeaving
    if (this.#isLeaving && this.isReady && this.#isCovered && isQuiet) this.#outbox.announceMove()
  }
}
