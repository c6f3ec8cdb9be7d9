import { encodeInSteps, prepareValues } from '../core/json/prepare-json.ts'
import { type PreparedValues, withPrepared } from '../core/json/prepared-json.ts'
import { type JsonScan, scanJsonInSteps } from '../core/json/scan-json.ts'
import { finishInTurns, stepMax } from '../platform/in-turns.ts'
import { atOnceMax } from '../relay/call/large-body.ts'
import type { ClientMessage } from './client-socket.ts'

interface MessageLane {
  push(message: ClientMessage): void
  /** Calls `next` once all earlier messages have passed. */
  after(next: () => void): void
}

interface Receiver {
  /** Handles a message. `scan`: that of a large text, which was read before. */
  pass(message: ClientMessage, scan?: JsonScan): void
  /** A large message is being read: the side sends no more until `freed`. */
  occupied(): void
  freed(): void
}

/** Passes the messages of one side on in their order; large texts are read between other work first. */
export function createMessageLane({ pass, occupied, freed }: Receiver): MessageLane {
  const waiting: ClientMessage[] = []
  let next: (() => void) | null = null
  let isBusy = false

  async function passWaiting(): Promise<void> {
    isBusy = true
    occupied()
    for (let message = waiting.shift(); message !== undefined; message = waiting.shift()) {
      const text = isLargeText(message) ? message : null
      if (text === null) pass(message)
      else {
        const { values, scan } = await finishInTurns(readInSteps(text))
        withPrepared(values, () => pass(text, scan))
      }
    }
    isBusy = false
    if (next) next()
    else freed()
  }

  return {
    push(message) {
      if (!isBusy && !isLargeText(message)) {
        pass(message)
        return
      }
      waiting.push(message)
      if (!isBusy) void passWaiting()
    },
    after(run) {
      if (isBusy) next = run
      else run()
    },
  }
}

const isLargeText = (message: ClientMessage): message is string =>
  typeof message === 'string' && message.length > atOnceMax

function* readInSteps(text: string): Generator<void, { values: PreparedValues; scan: JsonScan }, void> {
  const scan = yield* scanJsonInSteps(yield* encodeInSteps(text), stepMax)
  const values = yield* prepareValues(scan.ok ? [text] : [], stepMax)
  return { values, scan }
}
