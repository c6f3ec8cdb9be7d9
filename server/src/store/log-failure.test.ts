import { expect, test } from 'bun:test'
import { GatewayError } from '../core/errors.ts'
import { logFailure } from './log-failure.ts'
import { StoreError } from './store-error.ts'

function linesOf(cause: unknown): [level: string, fields: object][] {
  const lines: [string, object][] = []
  const note = (level: string) => (fields: object) => lines.push([level, fields])
  logFailure({ warn: note('warn'), error: note('error') }, { requestId: 'r1', cause }, 'a call failed')
  return lines
}

test('a defect is an error with its cause', () => {
  const defect = new TypeError('x is undefined')
  expect(linesOf(defect)).toEqual([
    ['error', { requestId: 'r1', error: expect.objectContaining({ name: 'TypeError', stack: defect.stack ?? '' }) }],
  ])
})

test('what ends many calls at once is a warning without a stack', () => {
  expect(linesOf(new GatewayError('shutting_down'))).toEqual([['warn', { requestId: 'r1', code: 'shutting_down' }]])
  const away = new StoreError('unreachable', 'database unreachable: refused', new Error('refused'))
  expect(linesOf(away)).toEqual([
    ['warn', { requestId: 'r1', code: 'storage_unavailable', reason: 'database unreachable: refused' }],
  ])
})

test('a fault of the caller or the upstream is no line', () => {
  expect(linesOf(new GatewayError('client_closed_request'))).toEqual([])
  expect(linesOf(new GatewayError('upstream_timeout'))).toEqual([])
})
