import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { packBatch, unpackBatch } from './batch-text.ts'
import type { Operation } from './operations.ts'
import { usageRow } from './test-accounts.ts'

const text = fc.string({ unit: 'binary' })
const count = fc.maxSafeNat()
const tokenId = fc.option(fc.nat())

/** In use the details are JSON; the test sends any text. */
const row = fc
  .record({ ref: text, detail: fc.oneof(text, fc.constantFrom('', '\n', '{"a":"\\n"}\n[]')) })
  .map(({ ref, detail }) => ({ ...usageRow(1, 2, ref, 7), cost_known: 1, content: ref, detail }))

const number = fc.option(fc.record({ number: count }), { nil: {} })

const anyKind: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ kind: fc.constant('reserve'), ref: text, userId: count, tokenId, amount: count, at: count }),
  fc.record(
    {
      kind: fc.constant('settle'),
      ref: text,
      userId: count,
      tokenId,
      held: count,
      charge: count,
      channelId: count,
      row: fc.option(row),
      at: count,
      keepsRow: fc.constant(false),
    },
    { requiredKeys: ['kind', 'ref', 'userId', 'tokenId', 'held', 'charge', 'channelId', 'row', 'at'] },
  ),
  fc.record({
    kind: fc.constant('release'),
    ref: text,
    userId: count,
    tokenId,
    held: count,
    row: fc.option(row),
  }),
  fc.record({ kind: fc.constant('checkpoint'), ref: text, charge: count, row: text, channelId: count }),
  fc.record({ kind: fc.constant('set_remain'), tokenId: count, remain: count }),
  fc.record({ kind: fc.constant('record'), row }),
)

const operation = fc.tuple(anyKind, number).map(([fields, more]): Operation => ({ ...fields, ...more }))

test('a batch arrives unchanged at the writer thread', () => {
  fc.assert(
    fc.property(fc.array(operation), (operations) => {
      expect(unpackBatch(packBatch(operations))).toEqual(operations)
    }),
  )
})
