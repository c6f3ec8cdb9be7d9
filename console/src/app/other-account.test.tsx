import { expect, test } from 'bun:test'
import { act } from '@testing-library/react/pure'
import { screen, visit } from '../../test/visit.tsx'
import { tellOfAccount } from './other-account.ts'

test('a tab whose account was replaced says whose account it shows, once', async () => {
  await visit(<p>page</p>, { role: 'user' })
  act(() => tellOfAccount())
  expect(screen.queryByText(/Another tab has logged in/)).toBeNull()
  sessionStorage.setItem('account-changed', 'true')
  act(() => tellOfAccount())
  await screen.findByText('Another tab has logged in as user. This tab shows that account now.')
  act(() => tellOfAccount())
  expect(screen.getAllByText(/Another tab has logged in/)).toHaveLength(1)
})
