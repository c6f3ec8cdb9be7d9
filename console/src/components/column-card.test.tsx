import { expect, test } from 'bun:test'
import { screen, visit } from '../../test/visit.tsx'
import { ColumnCard } from './column-card.tsx'
import type { DataColumn } from './data-column.ts'

interface City {
  name: string
  people: number
}

const columns: DataColumn<City>[] = [
  { key: 'people', title: 'People', card: 'figure', render: ({ people }) => people },
  { key: 'mayor', title: 'Mayor', render: () => 'Ada' },
  { key: 'name', title: 'Name', card: { place: 'title', render: ({ name }) => name }, render: () => <a href="/">x</a> },
  {
    key: 'state',
    title: 'State',
    card: { place: 'foot', isShown: ({ people }) => people === 0 },
    render: () => 'empty',
  },
  { key: 'actions', title: 'Actions', render: () => <button type="button">Edit</button> },
]
const lima = { name: 'Lima', people: 11 }

test('a card has the values with a place, the title first, and the actions', async () => {
  await visit(<ColumnCard columns={columns} row={lima} />)
  expect(document.body.textContent).toBe('LimaEditPeople11')
})

test('a value is shown for the rows that it concerns', async () => {
  await visit(<ColumnCard columns={columns} row={{ name: 'Ys', people: 0 }} />)
  expect(document.body.textContent).toBe('YsEditPeople0empty')
})

test('a card that opens its row is one button without others', async () => {
  let opened = 0
  const onOpen = () => {
    opened++
  }
  const { user } = await visit(
    <ColumnCard columns={columns.slice(1)} row={lima} open={{ label: 'Open Lima', onOpen }} />,
  )
  const [button, ...others] = screen.getAllByRole('button')
  expect(others).toHaveLength(0)
  await user.click(button as HTMLElement)
  expect(opened).toBe(1)
  expect(button?.textContent).toBe('Open LimaLima')
})

test.each([undefined, { label: 'Open Lima', onOpen() {} }])(
  'a card of a list whose rows are ticked has a box',
  async (open) => {
    const ticked: boolean[] = []
    const tick = { label: 'Select row Lima', isOn: false, onChange: (isOn: boolean) => ticked.push(isOn) }
    const { user } = await visit(<ColumnCard columns={columns.slice(1)} row={lima} open={open} tick={tick} />)
    await user.click(screen.getByRole('checkbox', { name: 'Select row Lima' }))
    expect(ticked).toEqual([true])
  },
)
