import { expect, test } from 'bun:test'
import { parseConfig } from '../platform/config.ts'
import type { Services } from '../services.ts'
import { shownObject } from './upstream-object.ts'

const servicesWith = (ServerAddress: string, BASE_PATH = '') =>
  ({
    config: parseConfig({ BASE_PATH }),
    state: { current: () => ({ options: { ServerAddress } }) },
  }) as unknown as Services<'state' | 'config'>

const batch = { id: 'msgbatch_1', results_url: 'https://upstream.example/results' }

test.each([
  ['http://here.example/v1/messages/batches', '', '', 'http://here.example'],
  ['http://here.example/v1/messages/batches', 'https://here.example', '', 'https://here.example'],
  ['http://here.example/v1/messages/batches', 'https://there.example', '', 'http://here.example'],
  ['http://here.example/ai/v1/messages/batches', 'https://here.example/ai', '/ai', 'https://here.example/ai'],
  // A proxy removed the base path.
  ['http://here.example/v1/messages/batches', '', '/ai', 'http://here.example/ai'],
])('the results of a batch called at %s, with the address "%s", are at %s', (called, address, base, site) => {
  const shown = shownObject(batch, called, servicesWith(address, base))
  expect(shown.results_url).toBe(`${site}/v1/messages/batches/msgbatch_1/results`)
})
