import { expect, test } from 'bun:test'
import { queryOptions } from '@tanstack/react-query'
import { Button } from 'antd'
import { fireEvent, screen, visit, waitFor, within } from '../../test/visit.tsx'
import type { DataColumn } from './data-column.ts'
import { ListPage } from './list-page.tsx'
import { type ListView, useListPage, useLoadedListPage } from './use-list-page.ts'

interface City {
  id: number
  name: string
  country: string
}

const filters = { word: '', country: '', start_timestamp: 0, end_timestamp: 0 }
const columns: DataColumn<City>[] = [
  { key: 'name', title: 'Name', required: true, render: ({ name }) => name },
  { key: 'mayor', title: 'Mayor', adminOnly: true, render: () => 'Ada' },
]

/** A page whose list has 11 cities, of which each search finds those with its word. */
function Cities({ seen = [], isBeside = false }: { seen?: ListView<typeof filters>[]; isBeside?: boolean }) {
  const all = Array.from({ length: 11 }, (_, index) => ({ id: index + 1, name: `City ${index + 1}`, country: 'no' }))
  const list = useListPage({
    filters,
    query: (view) =>
      queryOptions({
        queryKey: ['cities', view],
        queryFn: () => {
          seen.push(view)
          const found = all.filter(({ name }) => name.includes(view.filters.word))
          const start = (view.page - 1) * view.pageSize
          return { items: found.slice(start, start + view.pageSize), total: found.length }
        },
      }),
    rowKey: ({ id }) => id,
  })
  const [first] = list.query.data?.items ?? []
  return (
    <ListPage
      id="cities"
      list={list}
      title="Cities"
      columns={columns}
      fields={[
        { key: 'word', label: 'Word' },
        { key: 'country', label: 'Country code', isId: true, adminOnly: true },
      ]}
      span={{}}
      selectionActions={<Button onClick={() => first && list.forget(first)}>Delete the first</Button>}
      detail={{ title: 'City', render: ({ name }) => <p>About {name}</p>, isBeside }}
      noMatch={{ title: 'No city matches' }}
      empty={{ title: 'No cities yet', action: <Button>Found a city</Button> }}
    />
  )
}

const search = (label: string, value: string) => {
  const field = screen.getByPlaceholderText(label)
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}

test('a search is kept in the address without its spaces, and leads to the first page', async () => {
  const seen: ListView<typeof filters>[] = []
  const { address } = await visit(<Cities seen={seen} />, { at: '/here?p=2' })
  await screen.findByText('City 11')
  search('Word', ' City 1 ')
  await waitFor(() => expect(address()).toBe('/here?word=City+1'))
  await waitFor(() => expect(seen.at(-1)).toMatchObject({ filters: { word: 'City 1' }, page: 1 }))
})

test('the back button undoes the last page, then the last filter', async () => {
  const { address, user, back } = await visit(<Cities />)
  await screen.findByText('City 1')
  search('Word', 'City')
  await waitFor(() => expect(address()).toBe('/here?word=City'))
  await user.click(await screen.findByTitle('2'))
  await waitFor(() => expect(address()).toBe('/here?word=City&p=2'))
  back()
  await waitFor(() => expect(address()).toBe('/here?word=City'))
  back()
  await waitFor(() => expect(address()).toBe('/here'))
})

test('an id has digits only', async () => {
  const { address } = await visit(<Cities />)
  search('Country code', 'no 7')
  await waitFor(() => expect(address()).toBe('/here?country=7'))
})

test('a list without matches says so, and is emptied of its filters instead of asking for a first row', async () => {
  const { user, address } = await visit(<Cities />, { at: '/here?word=zzz&start_timestamp=1' })
  await screen.findByRole('heading', { name: 'No city matches' })
  expect(screen.queryAllByRole('button', { name: 'Found a city' })).toHaveLength(0)
  const [reset] = screen.getAllByText('Clear filters')
  if (reset === undefined) throw new Error('the empty list has no button')
  await user.click(reset)
  await screen.findByText('City 1')
  expect(address()).toBe('/here')
})

test('after the last row of a page was deleted, the page before is shown', async () => {
  const { user, address } = await visit(<Cities />, { at: '/here?p=2' })
  await user.click(within(await screen.findByRole('row', { name: /City 11/ })).getByRole('checkbox'))
  await screen.findByText('1 selected')
  await user.click(screen.getByRole('button', { name: 'Delete the first' }))
  await waitFor(() => expect(address()).toBe('/here'))
  expect(screen.queryAllByText('1 selected')).toHaveLength(0)
})

test('a click opens a row, and its key is in the address', async () => {
  const { user, address } = await visit(<Cities />)
  await user.click(await screen.findByText('City 3'))
  await screen.findByText('About City 3')
  expect(address()).toBe('/here?open=3')
  await user.click(screen.getByText('City 3'))
  await waitFor(() => expect(address()).toBe('/here'))
})

test('the back button closes what is open, also after others were opened in its place', async () => {
  const { user, address, back } = await visit(<Cities />, { at: '/here?word=City' })
  await user.click(await screen.findByText('City 3'))
  await user.click(screen.getByText('City 4'))
  await waitFor(() => expect(address()).toBe('/here?word=City&open=4'))
  back()
  await waitFor(() => expect(address()).toBe('/here?word=City'))
})

test('a row that opens beside its list takes the focus, and returns it to the row that was shown last', async () => {
  const { user, address } = await visit(
    <main>
      <Cities isBeside />
    </main>,
  )
  const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(name) })
  await screen.findByText('City 3')
  await user.keyboard('jj')
  expect(document.activeElement).toBe(rowOf('City 2'))
  expect(address()).toBe('/here')
  await user.keyboard('{Enter}')
  const sheet = await screen.findByRole('dialog', { name: 'City' })
  expect(sheet.getAttribute('aria-modal')).toBe('false')
  expect(document.activeElement?.contains(sheet)).toBe(true)
  expect(document.activeElement?.closest('main')).toBeNull()
  await user.keyboard('j')
  await screen.findByText('About City 3')
  expect(address()).toBe('/here?open=3')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(address()).toBe('/here'))
  await waitFor(() => expect(document.activeElement).toBe(rowOf('City 3')))
})

test('columns and filters of administrators are theirs alone', async () => {
  await visit(<Cities />, { role: 'user' })
  await screen.findByText('City 1')
  expect(screen.queryAllByText('Mayor')).toHaveLength(0)
  expect(screen.queryAllByPlaceholderText('Country code')).toHaveLength(0)
})

/** Two lists on one page, of rows that it has already. */
function TwoLists() {
  return (
    <>
      <LoadedList title="Rivers" rows={['Elbe', 'Rhine']} />
      <LoadedList title="Lakes" rows={['Garda', 'Elbe lake']} prefix="lake_" />
    </>
  )
}
const wordFilter = { word: '' }
function LoadedList({ title, rows, prefix = '' }: { title: string; rows: string[]; prefix?: string }) {
  const list = useLoadedListPage({
    filters: wordFilter,
    prefix,
    rows: ({ word }) => rows.filter((name) => name.includes(word)).map((name) => ({ name })),
    rowKey: ({ name }) => name,
  })
  return (
    <ListPage
      id={title}
      list={list}
      isPart
      title={title}
      columns={[{ key: 'name', title: 'Name', required: true, render: ({ name }) => name }]}
      fields={[{ key: 'word', label: `Word in ${title}` }]}
      empty={{ title: `No ${title}` }}
    />
  )
}

test('two lists on a page have their own filters in the address', async () => {
  const { address } = await visit(<TwoLists />, { at: '/here?word=Rhine' })
  const names = (title: string) =>
    [...screen.getByRole('region', { name: title }).querySelectorAll('tbody tr.ant-table-row')].map(
      (row) => row.textContent,
    )
  expect([names('Rivers'), names('Lakes')]).toEqual([['Rhine'], ['Garda', 'Elbe lake']])
  search('Word in Lakes', 'Elbe')
  await waitFor(() => expect(address()).toBe('/here?word=Rhine&lake_word=Elbe'))
  expect([names('Rivers'), names('Lakes')]).toEqual([['Rhine'], ['Elbe lake']])
})
