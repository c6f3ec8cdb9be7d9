import { expect, test } from 'bun:test'
import { Suspense } from 'react'
import { sampleUser } from '../../../test/sample-user.ts'
import { screen, visit } from '../../../test/visit.tsx'
import { TopBar } from './top-bar.tsx'

test.each([
  ['/log', 'Console'],
  ['/models', 'Console'],
  ['/models/gpt-4o', 'Pricing'],
  ['/docs/quick-start', null],
])('the top bar at %s marks %p', async (at, name) => {
  await visit(
    <Suspense>
      <TopBar />
    </Suspense>,
    {
      at,
      role: 'user',
      answers: { 'GET /api/notice': () => ({ data: '' }), 'GET /api/user/self': () => ({ data: sampleUser }) },
    },
  )
  const links = await screen.findAllByRole('link', { name: /^(Console|Pricing|Status|About)$/ })
  const marked = links.filter(({ dataset }) => dataset.status === 'active').map(({ textContent }) => textContent)
  expect(marked).toEqual(name === null ? [] : [name])
})
