import { expect, test } from 'bun:test'
import type { StatementLine } from '@sluice/contract/user-statement'
import { sumCharges, sumOthers } from './statement-sums.ts'

const line = (kind: StatementLine['kind'], amount: number): StatementLine => ({
  at: 1,
  kind,
  amount,
  balance: 0,
  note: null,
  author: '',
  reason: '',
})

test('charges are counted as spending, everything else apart', () => {
  const lines = [line('charges', -30), line('credit', 100), line('charges', -5), line('adjustment', -20)]
  expect(sumCharges(lines)).toBe(35)
  expect(sumOthers(lines)).toBe(80)
  expect(Object.is(sumCharges([]), 0)).toBe(true)
})
