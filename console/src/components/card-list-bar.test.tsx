import { expect, test } from 'bun:test'
import { type Key, useState } from 'react'
import { screen, visit } from '../../test/visit.tsx'
import { CardListBar } from './card-list-bar.tsx'
import type { DataColumn } from './data-column.ts'

const columns: DataColumn<object>[] = [
  { key: 'name', title: 'Name', render: () => null, sortable: true },
  { key: 'models', title: 'Models', render: () => null },
  { key: 'weight', title: 'Weight', render: () => null, sortable: true },
]

test('cards are sorted by the sortable columns, in both directions', async () => {
  const sorted: [string, boolean][] = []
  const sorting = {
    by: 'name',
    isAscending: false,
    onSort: (by: string, isAscending: boolean) => sorted.push([by, isAscending]),
  }
  const { user } = await visit(<CardListBar columns={columns} sorting={sorting} selection={undefined} rowKeys={[1]} />)
  await user.click(screen.getByRole('button', { name: 'Descending; show ascending' }))
  await user.click(screen.getByRole('combobox', { name: 'Sort by' }))
  const offered = [...document.querySelectorAll('.ant-select-item-option')].map((option) => option.textContent)
  expect(offered).toEqual(['Name', 'Weight'])
  await user.click(screen.getByTitle('Weight'))
  expect(sorted).toEqual([
    ['name', true],
    ['weight', false],
  ])
})

function Ticked({ first, onKeys }: { first: Key[]; onKeys(keys: Key[]): void }) {
  const [keys, setKeys] = useState(first)
  const onChange = (next: Key[]) => {
    setKeys(next)
    onKeys(next)
  }
  return <CardListBar columns={[]} sorting={undefined} selection={{ keys, onChange }} rowKeys={[1, 'tag', 3]} />
}

test('one box ticks and unticks all rows of the list; other ticked rows stay ticked', async () => {
  const seen: Key[][] = []
  const { user } = await visit(<Ticked first={[3, 9]} onKeys={(keys) => seen.push(keys)} />)
  const box = screen.getByRole('checkbox', { name: 'Select all (3)' })
  await user.click(box)
  await user.click(box)
  expect(seen).toEqual([[3, 9, 1, 'tag'], [9]])
})

test('a list without rows, sorting or selection has no bar', async () => {
  await visit(
    <>
      <CardListBar columns={[]} sorting={undefined} selection={{ keys: [], onChange() {} }} rowKeys={[]} />
      <CardListBar columns={columns} sorting={undefined} selection={undefined} rowKeys={[1]} />
    </>,
  )
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('combobox')).toBeNull()
})
