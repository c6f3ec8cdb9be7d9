import { expect, test } from 'bun:test'
import { screen, visit, within } from '../../../test/visit.tsx'
import { type FlowEnd, FlowLine } from './flow-line.tsx'

const attempts: FlowEnd[] = [
  { name: 'Anthropic direct', share: 0.2, state: 'failed', measure: '340 ms', note: '404 not found' },
  { name: 'Anthropic spare', share: 1, state: 'flows', measure: '1.20 s' },
]

test('the ends are a list that says what the lines show', async () => {
  await visit(<FlowLine size="medium" from="eval" ends={attempts} />)
  const flow = screen.getByRole('figure', { name: 'Where the calls go' })
  expect(within(flow).getAllByRole('listitem')).toHaveLength(2)
  expect(flow.textContent).toBe('eval340 msAnthropic directfailed404 not found1.20 sAnthropic spare')
})

test('a failed end has a broken line, and the board of the gate is up while anything flows', async () => {
  await visit(<FlowLine size="large" ends={attempts} gate="Northwind" />)
  const lines = [...document.querySelectorAll('.fan path')].map((line) => line.getAttribute('data-state'))
  expect(lines).toEqual(['failed', 'flows'])
  expect(document.querySelector('.board')?.getAttribute('y')).toBe('8')
})

test('the small one is a picture with the same words; with nothing that flows its gate is closed', async () => {
  await visit(
    <>
      <FlowLine size="small" ends={attempts} label="Attempts" />
      <FlowLine size="small" ends={[]} label="No calls yet" />
    </>,
  )
  screen.getByRole('img', { name: 'Attempts; Anthropic direct 340 ms failed; Anthropic spare 1.20 s' })
  screen.getByRole('img', { name: 'No calls yet' })
  expect([...document.querySelectorAll('.board')].map((board) => board.getAttribute('y'))).toEqual(['8', '17'])
})
