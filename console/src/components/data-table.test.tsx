import { describe, expect, test } from 'bun:test'
import { Button } from 'antd'
import { type Key, useState } from 'react'
import { act, screen, visit, waitFor, waitUntilGone, within } from '../../test/visit.tsx'
import { useListState } from '../lib/url-state.ts'
import type { DataColumn } from './data-column.ts'
import { DataTable, type ListQuery } from './data-table.tsx'

interface City {
  id: number
  name: string
  country: string
}

const cities: City[] = [
  { id: 1, name: 'Lagos', country: 'Nigeria' },
  { id: 2, name: 'Oslo', country: 'Norway' },
  { id: 3, name: 'Lima', country: 'Peru' },
]
const columns: DataColumn<City>[] = [
  { key: 'name', title: 'Name', required: true, sortable: true, render: ({ name }) => name },
  { key: 'country', title: 'Country', render: ({ country }) => country },
  { key: 'id', title: 'Number', defaultHidden: true, render: ({ id }) => `№ ${id}` },
  // Pages of tests have no width, so that it gives way.
  { key: 'river', title: 'River', width: 90, givesWay: 1, render: () => 'Elbe' },
]
const full: ListQuery<City> = {
  data: { items: cities, total: 120 },
  isFetching: false,
  error: null,
  refetch: () => undefined,
}

const filters = { word: '' }

/** A page with a list. Like the pages of the console, it stores the order, the page and the ticked rows. */
function Cities({ query = full, onSort }: { query?: ListQuery<City>; onSort?: (order: string) => void }) {
  const list = useListState({ ...filters, by: '', order: 'desc' })
  const [keys, setKeys] = useState<Key[]>([])
  return (
    <DataTable<City>
      id="cities"
      label="Cities"
      columns={columns}
      rowKey={({ id }) => id}
      query={query}
      paging={list}
      renderCard={({ name }) => name}
      empty={{ title: 'No cities yet', hint: 'A city has streets.', action: <Button>Found a city</Button> }}
      failedTitle="The cities could not be loaded"
      sorting={{
        by: list.filters.by,
        isAscending: list.filters.order === 'asc',
        onSort(by, isAscending) {
          onSort?.(`${by} ${isAscending ? 'asc' : 'desc'}`)
          return list.setFilters({ by, order: isAscending ? 'asc' : 'desc' })
        },
      }}
      selection={{ keys, onChange: setKeys, actions: <span>of {keys.join()}</span> }}
    />
  )
}

const columnTitles = () =>
  screen
    .getAllByRole('columnheader')
    .map((header) => header.textContent)
    .filter(Boolean)

describe('the states of a list', () => {
  test('the first load shows an indicator instead of the table', async () => {
    const { show } = await visitCities({ ...full, data: undefined, isFetching: true })
    screen.getByRole('status', { name: 'Loading' })
    expect(screen.getByRole('region', { name: 'Cities' }).getAttribute('aria-busy')).toBe('true')
    await show(full)
    await waitUntilGone(() => screen.queryByRole('status', { name: 'Loading' }))
    screen.getByText('Oslo')
  })

  test('a failure of the first load is reported with its reason, and can be tried again', async () => {
    let tries = 0
    const refetch = () => {
      tries++
    }
    const failed = { data: undefined, isFetching: false, error: new Error('The database is away'), refetch }
    const { user } = await visit(<Cities query={failed} />)
    const alert = within(screen.getByRole('alert'))
    alert.getByText('The cities could not be loaded')
    alert.getByText('The database is away')
    await user.click(alert.getByRole('button', { name: 'Retry' }))
    expect(tries).toBe(1)
  })

  test('rows stay visible while they reload, and after a failed reload', async () => {
    const { show } = await visitCities({ ...full, isFetching: true })
    screen.getByRole('progressbar', { name: 'Refreshing' })
    screen.getByText('Oslo')
    await show({ ...full, error: new Error('The database is away') })
    screen.getByText('Oslo')
    await waitUntilGone(() => screen.queryByRole('progressbar'))
    expect(screen.queryAllByRole('alert')).toHaveLength(0)
  })

  test('an empty list shows its purpose and a next step, without paging', async () => {
    await visit(<Cities query={{ ...full, data: { items: [], total: 0 } }} />)
    screen.getByRole('heading', { name: 'No cities yet' })
    screen.getByText('A city has streets.')
    screen.getByRole('button', { name: 'Found a city' })
    expect(screen.queryAllByRole('table')).toHaveLength(0)
    expect(screen.queryAllByText(/results?$/)).toHaveLength(0)
    expect(screen.queryByRole('button', { name: 'Columns' })).toBeNull()
  })
})

test('a click on a header sorts by it, largest first; a second click reverses the order', async () => {
  const orders: string[] = []
  const { user, address } = await visit(<Cities onSort={(order) => orders.push(order)} />)
  const header = () => screen.getByRole('columnheader', { name: 'Name' })
  await user.click(header())
  await waitFor(() => expect(header().getAttribute('aria-sort')).toBe('descending'))
  await user.click(header())
  await waitFor(() => expect(header().getAttribute('aria-sort')).toBe('ascending'))
  await user.click(header())
  await waitFor(() => expect(header().getAttribute('aria-sort')).toBe('descending'))
  await user.click(screen.getByRole('columnheader', { name: 'Country' }))
  expect(orders).toEqual(['name desc', 'name asc', 'name desc'])
  expect(address()).toContain('by=name')
})

test('the selection bar counts the ticked rows, shows their actions and clears them', async () => {
  const { user } = await visit(<Cities />)
  const tick = (row: HTMLElement) => user.click(within(row).getByRole('checkbox'))
  const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(name) })
  const selected = () => screen.queryByText(/selected$/)
  expect(selected() === null).toBe(true)
  await tick(rowOf('Lagos'))
  await tick(rowOf('Oslo'))
  await screen.findByText('2 selected')
  screen.getByText('of 1,2')
  await tick(rowOf('Lagos'))
  await screen.findByText('of 2')
  const [head] = screen.getAllByRole('columnheader')
  if (head === undefined) throw new Error('the table has no head')
  await tick(head)
  await screen.findByText('3 selected')
  await user.click(screen.getByRole('button', { name: 'Clear selection' }))
  await waitUntilGone(selected)
  expect(screen.queryAllByRole('checkbox', { checked: true })).toHaveLength(0)
})

test('chosen columns are remembered; the first column cannot be hidden', async () => {
  const { user, show } = await visitCities(full)
  expect(columnTitles()).toEqual(['Name', 'Country'])
  const chooser = async () => {
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    return within(await screen.findByRole('dialog', { name: 'Columns' }))
  }
  const choices = await chooser()
  expect(choices.queryAllByRole('checkbox', { name: 'Name' })).toHaveLength(0)
  await user.click(choices.getByRole('checkbox', { name: 'Country' }))
  await user.click(choices.getByRole('checkbox', { name: 'Number' }))
  await waitFor(() => expect(columnTitles()).toEqual(['Name', 'Number']))
  await user.click(choices.getByText('Comfortable'))

  await show(null)
  await show(full)
  expect(columnTitles()).toEqual(['Name', 'Number'])
  const again = await chooser()
  expect(again.getByRole('radio', { name: 'Comfortable' })).toHaveProperty('checked', true)
  await user.click(again.getByRole('button', { name: 'Restore defaults' }))
  await waitFor(() => expect(columnTitles()).toEqual(['Name', 'Country']))
})

test('a column that gave way says so, and stays once it is ticked', async () => {
  const { user } = await visitCities(full)
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  const choices = within(await screen.findByRole('dialog', { name: 'Columns' }))
  const river = choices.getByRole('checkbox', { name: 'River hidden: no room' })
  expect(river).toHaveProperty('indeterminate', true)
  await user.click(river)
  await waitFor(() => expect(columnTitles()).toEqual(['Name', 'Country', 'River']))
  expect(choices.getByRole('checkbox', { name: 'River' })).toHaveProperty('checked', true)
})

test('the page size is remembered for other lists, and leads to the first page', async () => {
  const { user, address, show } = await visitCities(full, '/here?p=2')
  screen.getByText('120 results')
  await user.click(screen.getByRole('combobox', { name: 'Page Size' }))
  await user.click(await screen.findByText('50 / page'))
  await waitFor(() => expect(address()).toBe('/here?page_size=50'))
  await user.click(screen.getByTitle('3'))
  await waitFor(() => expect(address()).toBe('/here?page_size=50&p=3'))

  await show(null)
  expect(localStorage.getItem('page-size')).toBe('50')
})

test('a number of results that was not counted to its end says so', async () => {
  await visitCities({ ...full, data: { items: cities, total: 10_000, total_max: 10_000 } })
  expect(screen.getByText('10,000+ results')).toBeTruthy()
  expect(screen.getByTitle('1000')).toBeTruthy()
})

test('a list takes the largest of its page sizes where a larger one is remembered', async () => {
  localStorage.setItem('page-size', '500')
  await visitCities(full)
  expect(screen.getByTitle('100 / page')).toBeTruthy()
})

/** The list on its page; `show` replaces its data, or with null leaves the page. */
async function visitCities(first: ListQuery<City>, at = '/here') {
  let set: (query: ListQuery<City> | null) => void = () => undefined
  function Page() {
    const [query, setQuery] = useState<ListQuery<City> | null>(first)
    set = setQuery
    return query === null ? <p>elsewhere</p> : <Cities query={query} />
  }
  const here = await visit(<Page />, { at })
  return {
    ...here,
    show: (query: ListQuery<City> | null) => act(async () => set(query)),
  }
}

describe('the keys of a list', () => {
  test('j and k move to the next and the previous row, x ticks it', async () => {
    const { user } = await visit(
      <main>
        <Cities />
      </main>,
    )
    const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(name) })
    await user.keyboard('j')
    expect(document.activeElement).toBe(rowOf('Lagos'))
    await user.keyboard('jjj')
    expect(document.activeElement).toBe(rowOf('Lima'))
    await user.keyboard('kx')
    expect(document.activeElement).toBe(rowOf('Oslo'))
    expect(within(rowOf('Oslo')).getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
    // After g, a letter names a page.
    await user.keyboard('gk')
    expect(document.activeElement).toBe(rowOf('Oslo'))
  })
})
