import { Button, Dropdown, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../components/layout.tsx'
import { useSessionUser } from '../../lib/session.ts'
import { promptName, readPrompts, togglePrompt } from './saved-prompts.ts'
import { SettingField } from './setting-field.tsx'

interface SystemPromptProps {
  value: string
  onChange(system: string): void
}

/** The system prompt, and those that the account saved in this browser. */
export function SystemPrompt({ value, onChange }: SystemPromptProps) {
  const { t } = useTranslation('playground')
  const userId = useSessionUser()?.id ?? 0
  const [saved, setSaved] = useState(() => readPrompts(userId))
  const isSaved = saved.includes(value)
  const items = saved.map((prompt, index) => ({
    key: String(index),
    label: promptName(prompt),
    onClick: () => onChange(prompt),
  }))
  return (
    <SettingField label={t('system')}>
      {(id) => (
        <>
          <Input.TextArea
            id={id}
            autoSize={{ minRows: 3, maxRows: 12 }}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <Row as="span" align="stretch" wrap>
            <Button size="small" disabled={value.trim() === ''} onClick={() => setSaved(togglePrompt(userId, value))}>
              {t(isSaved ? 'prompts.remove' : 'prompts.save')}
            </Button>
            {saved.length > 0 && (
              <Dropdown menu={{ items, style: { maxHeight: 320, overflow: 'auto' } }} trigger={['click']}>
                <Button size="small">{t('prompts.saved', { count: saved.length })}</Button>
              </Dropdown>
            )}
          </Row>
        </>
      )}
    </SettingField>
  )
}
