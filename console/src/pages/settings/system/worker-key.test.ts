import { expect, test } from 'bun:test'
import { withWorkerKey } from './worker-key.ts'

const url = { key: 'WorkerUrl', value: '' }
const key = { key: 'WorkerValidKey', value: 'typed' }

test('without a worker a stored key is cleared', () => {
  const cleared = { key: 'WorkerValidKey', value: '' }
  expect(withWorkerKey([url], { url: ' ', isKeySet: true })).toEqual([url, cleared])
  expect(withWorkerKey([url], { url: '', isKeySet: false })).toEqual([url])
})

test('with a worker the key is sent only when it was typed', () => {
  expect(withWorkerKey([], { url: 'https://w.example', isKeySet: true })).toEqual([])
  expect(withWorkerKey([key], { url: '', isKeySet: true })).toEqual([key])
})
