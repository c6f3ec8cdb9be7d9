import { GatewayError } from '../core/errors.ts'

/** Of this process, and of one account. */
const exportsAtOnce = 4
const exportsOfAccount = 1

interface StreamedFile {
  /** Who reads it. */
  accountId: number
  name: string
  /** A part may be empty. It is read when the client has taken the part before. */
  parts: AsyncGenerator<string>
  signal: AbortSignal
}

/**
 * Answers with files of any length. Reading ends with the stream, with a client that disconnects, and with a failure.
 * Throws too_many_concurrent_calls.
 */
export function createFileStreams(): (file: StreamedFile) => Response {
  const running = new Map<number, number>()

  function enter(accountId: number): () => void {
    const own = running.get(accountId) ?? 0
    const all = [...running.values()].reduce((sum, count) => sum + count, 0)
    if (own >= exportsOfAccount || all >= exportsAtOnce)
      throw new GatewayError('too_many_concurrent_calls', {}, { retryAfterSeconds: 10 })
    running.set(accountId, own + 1)
    return () => {
      const left = (running.get(accountId) ?? 1) - 1
      if (left > 0) running.set(accountId, left)
      else running.delete(accountId)
    }
  }

  return ({ accountId, name, parts, signal }) => {
    const leave = enter(accountId)
    return new Response(streamOf(parts, { signal, leave }), {
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      },
    })
  }
}

/** The parts as bytes. */
function streamOf(
  parts: AsyncGenerator<string>,
  { signal, leave }: { signal: AbortSignal; leave: () => void },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let isOver = false
  const finish = () => {
    if (isOver) return
    isOver = true
    leave()
    void parts.return(undefined)
  }
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const stop = () => {
        finish()
        controller.error(signal.reason)
      }
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop, { once: true })
    },
    async pull(controller) {
      try {
        // A part without rows is not sent, but the next one is read.
        for (;;) {
          const { value = '', done } = await parts.next()
          if (isOver) return
          if (done) {
            finish()
            controller.close()
            return
          }
          if (value === '') continue
          controller.enqueue(encoder.encode(value))
          return
        }
      } catch (error) {
        if (isOver) return
        finish()
        controller.error(error)
      }
    },
    cancel: finish,
  })
}
