import { expect, test } from 'bun:test'
import { screen, visit } from '../../../test/visit.tsx'
import { PageSkeleton } from './page-skeleton.tsx'

test.each([
  ['/log', ['title', 'bar', 'rows']],
  ['/channel/edit/3', ['title', 'bar', 'rows']],
  ['/detail', ['title', 'bar', 'figures', 'chart']],
  ['/setting?tab=models', ['title', 'card', 'card', 'card']],
  ['/playground333', ['question', 'answer', 'composer']],
])('while %s loads, its shape is shown', async (at, blocks) => {
  await visit(<PageSkeleton />, { at })
  const shown = screen.getByRole('status', { name: 'Loading' })
  expect([...shown.children].map((block) => block.getAttribute('data-block'))).toEqual(blocks)
})
