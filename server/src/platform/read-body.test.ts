import { expect, test } from 'bun:test'
import { readBody } from './read-body.ts'

const post = (body: string | ReadableStream) => new Request('http://host/', { method: 'POST', body })

test('a body is read whole, within its limit', async () => {
  const limits = { bytesMax: 5, timeoutMs: 5_000 }
  expect(await readBody(post('12345'), limits)).toEqual(Buffer.from('12345'))
  expect(readBody(post('123456'), limits)).rejects.toMatchObject({ code: 'request_too_large' })
})

test('a stream that announces nothing is counted, and stopped at the limit', async () => {
  let sent = 0
  let isCancelled = false
  const endless = new ReadableStream({
    pull(controller) {
      sent++
      controller.enqueue(new Uint8Array(1_000))
    },
    cancel() {
      isCancelled = true
    },
  })
  const reading = readBody(post(endless), { bytesMax: 10_000, timeoutMs: 5_000 })
  expect(reading).rejects.toMatchObject({ code: 'request_too_large' })
  await reading.catch(() => undefined)
  expect(sent).toBeLessThan(20)
  expect(isCancelled).toBe(true)
})

test('a body that does not arrive in time is given up', async () => {
  const silent = new ReadableStream({ pull: () => new Promise(() => undefined) })
  expect(readBody(post(silent), { bytesMax: 10, timeoutMs: 20 })).rejects.toMatchObject({
    code: 'request_timeout',
  })
})
