import { expect, test } from 'bun:test'
import { inputTotal, noUsage, outputTotal } from '../usage/usage.ts'
import { billableOfRow } from './billable-of-row.ts'
import { buildChargeDetail } from './build-charge-detail.ts'
import { chargeOf } from './charge.ts'
import { pricedCases } from './test-priced-cases.ts'
import { always } from './test-prices.ts'

test.each(pricedCases.map((example, index) => [index, example] as const))(
  'the row of case %i is charged as the call',
  (_, example) => {
    const {
      used,
      served,
      price,
      group: groupRatio = 1,
      perUnit: quotaPerUnit = 500_000,
      units = 1,
      imageFactor = null,
    } = example
    const billable = { usage: { ...noUsage, ...used }, units, imageFactor, served }
    const callPrice = 'base' in price ? price : always(price)
    const terms = { groupRatio, quotaPerUnit }
    const charge = chargeOf(billable, callPrice, terms)
    const detail = buildChargeDetail(billable, charge.price, { ...terms, tools: callPrice })
    const row = {
      prompt_tokens: inputTotal(billable.usage),
      completion_tokens: outputTotal(billable.usage),
      detail: JSON.parse(JSON.stringify(detail)),
    }
    expect(billableOfRow(row).usage).toEqual(billable.usage)
    expect(chargeOf(billableOfRow(row), callPrice, terms)).toEqual(charge)
  },
)
