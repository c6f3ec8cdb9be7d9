import { describe, expect, test } from 'bun:test'
import { GatewayError } from '../../core/errors.ts'
import { createCallAbort } from './call-abort.ts'

const gone = new GatewayError('client_closed_request')
const late = new GatewayError('upstream_timeout')

describe('the abort of a call', () => {
  test('ends the attempt that is running, and keeps its first reason', async () => {
    const abort = createCallAbort()
    const { signal } = abort.attempt()
    const { aborted } = abort
    abort.abort(gone)
    abort.abort(late)
    expect(abort.reason).toBe(gone)
    expect(signal.reason).toBe(gone)
    await expect(aborted).rejects.toBe(gone)
  })

  test('reaches attempts and listeners that come after it', async () => {
    const abort = createCallAbort()
    abort.abort(gone)
    expect(abort.attempt().signal.reason).toBe(gone)
    await expect(abort.aborted).rejects.toBe(gone)
  })

  test('leaves earlier attempts alone', () => {
    const abort = createCallAbort()
    const first = abort.attempt()
    const second = abort.attempt()
    abort.abort(gone)
    expect([first.signal.aborted, second.signal.aborted]).toEqual([false, true])
  })

  test('leaves the upstream to the reader of the stream, who reads on for the usage', async () => {
    const abort = createCallAbort()
    const { signal } = abort.attempt()
    abort.leaveUpstreamToReader()
    abort.abort(gone)
    expect(signal.aborted).toBeFalse()
    await expect(abort.aborted).rejects.toBe(gone)
  })

  test('an attempt that fails by itself ends nothing else', () => {
    const abort = createCallAbort()
    const { signal, fail } = abort.attempt()
    fail(late)
    expect(signal.reason).toBe(late)
    expect(abort.reason).toBeNull()
  })
})
