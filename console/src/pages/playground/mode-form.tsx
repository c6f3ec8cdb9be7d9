import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import layout from '../../components/layout.module.css'
import { Row, Stack } from '../../components/layout.tsx'
import { NumberField } from '../../components/number-field.tsx'
import texts from '../../components/text.module.css'
import type { ModeInput } from './call-mode.ts'
import { ModelField, PromptField } from './form-fields.tsx'
import type { CallMode } from './mode-models.ts'
import css from './playground.module.css'
import { SettingField } from './setting-field.tsx'

const sizes = ['1024x1024', '1536x1024', '1024x1536', '1792x1024', '1024x1792']
const voices = ['alloy', 'ash', 'ballad', 'coral', 'echo', 'fable', 'nova', 'onyx', 'sage', 'shimmer', 'verse']
const picturesMax = 4
const textMax = 32_000
/** What the makers take. */
const recordingBytesMax = 25 * 1_048_576

interface ModeFormProps {
  mode: CallMode
  models: readonly string[]
  /** What is chosen first, if it is one of them. */
  wanted: string
  isBusy: boolean
  onSend(model: string, input: ModeInput): void
  onStop(): void
}

/** The form of one mode. Enter with Ctrl or Command sends. */
export function ModeForm({ mode, models, wanted, isBusy, onSend, onStop }: ModeFormProps) {
  const { t } = useTranslation('playground')
  const [chosen, setChosen] = useState(wanted)
  const model = models.includes(chosen) ? chosen : (models[0] ?? '')
  const [input, setInput] = useState<ModeInput>({
    text: '',
    size: '',
    count: 1,
    voice: voices[0] ?? '',
    language: '',
    file: null,
  })
  const change = (changes: Partial<ModeInput>) => setInput({ ...input, ...changes })
  const isTooLarge = (input.file?.size ?? 0) > recordingBytesMax
  const canSend = mode === 'transcript' ? input.file !== null && !isTooLarge : input.text.trim() !== ''
  const send = () => {
    if (canSend && !isBusy) onSend(model, input)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Stack gap={16}>
        <ModelField value={model} models={models} onChange={setChosen} />
        {mode === 'transcript' ? (
          <SettingField
            label={t('modes.recording')}
            hint={t('modes.recordingHint')}
            problem={isTooLarge ? t('modes.recordingTooLarge') : undefined}
          >
            {(id) => (
              <label className={css.dropped} htmlFor={id}>
                <InboxOutlined aria-hidden />
                <span>{input.file?.name ?? t('modes.chooseRecording')}</span>
                <input
                  id={id}
                  type="file"
                  accept="audio/*,video/mp4,video/webm"
                  className="visually-hidden"
                  onChange={(event) => change({ file: event.target.files?.[0] ?? null })}
                />
              </label>
            )}
          </SettingField>
        ) : (
          <PromptField
            label={t(`modes.text.${mode}`)}
            value={input.text}
            max={textMax}
            onChange={(text) => change({ text })}
            onSend={send}
          />
        )}
        {mode === 'picture' && (
          <>
            <SettingField label={t('modes.size')}>
              {(id) => (
                <Select
                  id={id}
                  allowClear
                  placeholder={t('modelsOwn')}
                  value={input.size || null}
                  options={sizes.map((size) => ({ value: size, label: size.replace('x', ' × ') }))}
                  onChange={(size) => change({ size: size ?? '' })}
                />
              )}
            </SettingField>
            <SettingField label={t('modes.count')}>
              {(id) => (
                <NumberField
                  id={id}
                  className={layout.wide}
                  min={1}
                  max={picturesMax}
                  precision={0}
                  value={input.count}
                  onChange={(count) => change({ count: count ?? 1 })}
                />
              )}
            </SettingField>
          </>
        )}
        {mode === 'speech' && (
          <SettingField label={t('modes.voice')}>
            {(id) => (
              <Select
                id={id}
                showSearch
                value={input.voice}
                options={voices.map((voice) => ({ value: voice, label: voice }))}
                onChange={(voice) => change({ voice })}
              />
            )}
          </SettingField>
        )}
        {mode === 'transcript' && (
          <SettingField label={t('modes.language')} hint={t('modes.languageHint')}>
            {(id) => (
              <Input
                id={id}
                maxLength={8}
                value={input.language}
                onChange={(event) => change({ language: event.target.value.trim() })}
              />
            )}
          </SettingField>
        )}
        <Row>
          {isBusy ? (
            <Button onClick={onStop}>{t('stop')}</Button>
          ) : (
            <Button type="primary" htmlType="submit" disabled={!canSend}>
              {t(`modes.send.${mode}`)}
            </Button>
          )}
          <span className={texts.hint}>{isBusy && t('waiting')}</span>
        </Row>
      </Stack>
    </form>
  )
}
