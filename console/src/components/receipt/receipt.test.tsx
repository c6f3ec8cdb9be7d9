import { expect, test } from 'bun:test'
import { screen, visit } from '../../../test/visit.tsx'
import { Receipt } from './receipt.tsx'

const lines = [
  { label: 'Input', detail: '1,195 × $1.10 / 1M', amount: '657.25' },
  { label: 'Cache read', amount: '1126.4' },
  { label: 'Output', amount: '1661' },
]
const discount = { label: 'Group vip', amount: '-688.93' }

test('lines, subtotal, discount, rounding and total are printed so that they add up', async () => {
  await visit(<Receipt title="gpt-5.4" lines={lines} adjustments={[discount]} total={2756} />)
  const printed = [...document.querySelectorAll('dt')].map((name) => [
    name.textContent,
    name.nextElementSibling?.textContent,
  ])
  expect(printed).toEqual([
    ['Input', '$0.00131450'],
    ['Cache read', '$0.00225280'],
    ['Output', '$0.00332200'],
    ['Subtotal', '$0.00688930'],
    ['Group vip', '-$0.00137786'],
    ['Rounding', '$0.00000056'],
  ])
  screen.getByRole('region', { name: 'Receipt: gpt-5.4' })
  screen.getByText('$0.005512', { selector: '.visually-hidden' })
  screen.getByText('Sum verified')
})

test('lines that do not add up to the total have no mark', async () => {
  await visit(<Receipt title="gpt-5.4" lines={lines} total={2756} />)
  expect(screen.queryByText('Sum verified')).toBeNull()
  screen.getByText(/do not add up/)
})

test('a total without lines claims nothing', async () => {
  await visit(<Receipt title="Top-up" lines={[]} total={5_000_000} totalLabel="Paid" />, { language: 'zh' })
  screen.getByText('$10.00', { selector: '.visually-hidden' })
  screen.getByText('Paid')
  expect(screen.queryByText(/核对|相加/)).toBeNull()
})
