import { expect, test } from 'bun:test'
import { withWorkerKey } from './worker-key.ts'

const url = { key: 'WorkerUrl', value: '' }
const key = { key: 'WorkerValidKey', value: 'typed' }

test('without a worker a key that is set is cleared', () => {
  const cleared = { key: 'WorkerValidKey', value: '' }
  expect(withWorkerKey([url], { url: ' ', isKeySet: true })).toEqual([url, cleared])
  expect(withWorkerKey([url], { url: '', isKeySet: false })).toEqual([url])
})

test('with one, a key is sent when it was typed and not otherwise', () => {
  expect(withWorkerKey([], { url: 'https://w.example', isKeySet: true })).toEqual([])
  expect(withWorkerKey([key], { url: '', isKeySet: true })).toEqual([key])
})
