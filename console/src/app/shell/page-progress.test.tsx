import { afterEach, expect, test } from 'bun:test'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react/pure'
import { PageRouterProvider } from '../../lib/page-router.tsx'
import { consolePageRouter } from '../console-page-router.tsx'
import { PageProgress } from './page-progress.tsx'

afterEach(cleanup)

const lines = () => document.querySelectorAll('[data-page-progress]').length

test('a line stands while the next page loads, not while a page changes its own address', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const root = createRootRoute({
    component: () => (
      <>
        <PageProgress />
        <Outlet />
      </>
    ),
  })
  const list = createRoute({ getParentRoute: () => root, path: '/list', component: () => <p>list</p> })
  const next = createRoute({
    getParentRoute: () => root,
    path: '/next',
    loader: () => promise,
    component: () => <p>next</p>,
  })
  const history = createMemoryHistory({ initialEntries: ['/list'] })
  const router = createRouter({ routeTree: root.addChildren([list, next]), history, defaultPendingMs: 60_000 })
  await act(async () => {
    render(
      <PageRouterProvider value={consolePageRouter}>
        <RouterProvider router={router as never} />
      </PageRouterProvider>,
    )
    await router.load()
  })
  expect(lines()).toBe(0)
  await act(async () => history.push('/list?page=2'))
  expect(lines()).toBe(0)
  await act(async () => history.push('/next'))
  expect(lines()).toBe(1)
  await act(async () => resolve())
  await screen.findByText('next')
  expect(lines()).toBe(0)
})
