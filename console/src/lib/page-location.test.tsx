import { afterEach, expect, test } from 'bun:test'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react/pure'
import { Glob } from 'bun'
import { consolePageRouter } from '../app/console-page-router.tsx'
import { PageRouterProvider } from './page-router.tsx'
import { useUrlState } from './url-state.ts'

afterEach(cleanup)

const defaults = { keyword: '', tab: 'first' }

function FilteredList() {
  const [{ keyword, tab }] = useUrlState(defaults)
  return (
    <p>
      {tab} {keyword}
    </p>
  )
}

test('a page keeps its part of the address until the next page is shown', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const root = createRootRoute()
  const list = createRoute({ getParentRoute: () => root, path: '/list', component: FilteredList })
  const next = createRoute({
    getParentRoute: () => root,
    path: '/next',
    loader: () => promise,
    component: FilteredList,
  })
  const history = createMemoryHistory({ initialEntries: ['/list?keyword=spring&tab=last'] })
  const router = createRouter({ routeTree: root.addChildren([list, next]), history, defaultPendingMs: 60_000 })
  await act(async () => {
    render(
      <PageRouterProvider value={consolePageRouter}>
        <RouterProvider router={router as never} />
      </PageRouterProvider>,
    )
    await router.load()
  })
  expect(document.body.textContent).toBe('last spring')
  await act(async () => history.push('/list?keyword=autumn&tab=last'))
  expect(document.body.textContent).toBe('last autumn')
  await act(async () => history.push('/next?keyword=winter'))
  expect(router.state.location.pathname).toBe('/next')
  expect(document.body.textContent).toBe('last autumn')
  await act(async () => resolve())
  await screen.findByText('first winter')
})

test('pages read their own address', async () => {
  const root = `${import.meta.dir}/../pages`
  const found: string[] = []
  for await (const file of new Glob('**/*.{ts,tsx}').scan(root))
    if ((await Bun.file(`${root}/${file}`).text()).includes('useLocation(')) found.push(file)
  expect(found).toEqual([])
})
