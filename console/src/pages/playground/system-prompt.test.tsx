import { expect, test } from 'bun:test'
import { useState } from 'react'
import { screen, visit } from '../../../test/visit.tsx'
import { promptName } from './saved-prompts.ts'
import { SystemPrompt } from './system-prompt.tsx'

function Panel() {
  const [system, setSystem] = useState('Be brief.\nAnd kind.')
  return <SystemPrompt value={system} onChange={setSystem} />
}

test('a system prompt is saved in this browser, chosen again, and removed', async () => {
  localStorage.clear()
  const { user } = await visit(<Panel />, { role: 'user' })
  const field = screen.getByRole('textbox', { name: 'System prompt' }) as HTMLTextAreaElement
  await user.click(screen.getByRole('button', { name: 'Save prompt' }))
  expect(localStorage.getItem('playground-prompts-1')).toBe('["Be brief.\\nAnd kind."]')
  await user.clear(field)
  expect(screen.getByRole('button', { name: 'Save prompt' })).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('button', { name: 'Saved (1)' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Be brief.' }))
  expect(field.value).toBe('Be brief.\nAnd kind.')
  await user.click(screen.getByRole('button', { name: 'Remove prompt' }))
  expect(localStorage.getItem('playground-prompts-1')).toBe('[]')
})

test('a prompt is called by its first line', () => {
  expect(promptName('\n  Be brief.\nAnd kind.')).toBe('Be brief.')
  expect(promptName('x'.repeat(100))).toHaveLength(60)
})
