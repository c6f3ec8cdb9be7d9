import { describe, expect, test } from 'bun:test'
import { GatewayError } from '../../core/errors.ts'
import { createCallAbort } from './call-abort.ts'

const clientClosed = new GatewayError('client_closed_request')
const timeout = new GatewayError('upstream_timeout')

describe('the abort of a call', () => {
  test('ends the attempt that is running, and keeps its first reason', async () => {
    const abort = createCallAbort()
    const { signal } = abort.attempt()
    const { aborted } = abort
    abort.abort(clientClosed)
    abort.abort(timeout)
    expect(abort.reason).toBe(clientClosed)
    expect(signal.reason).toBe(clientClosed)
    await expect(aborted).rejects.toBe(clientClosed)
  })

  test('reaches attempts and listeners that come after it', async () => {
    const abort = createCallAbort()
    abort.abort(clientClosed)
    expect(abort.attempt().signal.reason).toBe(clientClosed)
    await expect(abort.aborted).rejects.toBe(clientClosed)
  })

  test('does not end earlier attempts', () => {
    const abort = createCallAbort()
    const first = abort.attempt()
    const second = abort.attempt()
    abort.abort(clientClosed)
    expect([first.signal.aborted, second.signal.aborted]).toEqual([false, true])
  })

  test('by the client ends nothing where its task is made anyway; its time limit does', () => {
    const abort = createCallAbort()
    const { signal } = abort.attempt()
    abort.outliveClient()
    abort.abort(clientClosed)
    expect([abort.reason, signal.aborted]).toEqual([null, false])
    abort.abort(timeout)
    expect([abort.reason, signal.reason]).toEqual([timeout, timeout])
  })

  test('by the client ends the attempt after the one that outlived it', () => {
    const abort = createCallAbort()
    abort.attempt()
    abort.outliveClient()
    abort.abort(clientClosed)
    expect(abort.attempt().signal.reason).toBe(clientClosed)
  })

  test('leaves the upstream to the reader of the stream, which continues to read for the usage', async () => {
    const abort = createCallAbort()
    const { signal } = abort.attempt()
    abort.leaveUpstreamToReader()
    abort.abort(clientClosed)
    expect(signal.aborted).toBeFalse()
    await expect(abort.aborted).rejects.toBe(clientClosed)
  })

  test('an attempt that fails by itself ends nothing else', () => {
    const abort = createCallAbort()
    const { signal, fail } = abort.attempt()
    fail(timeout)
    expect(signal.reason).toBe(timeout)
    expect(abort.reason).toBeNull()
  })
})
