import type { VideoModel } from '@sluice/contract/video-model'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Stack } from '../../components/layout.tsx'
import { ModelField, PromptField } from './form-fields.tsx'
import { FrameField } from './frame-field.tsx'
import { choosesSound, type VideoInput } from './make-video.ts'
import { SettingField } from './setting-field.tsx'

const promptMax = 32_000

interface VideoFormProps {
  models: readonly VideoModel[]
  /** What is chosen first, if it is one of them. */
  wanted: string
  isBusy: boolean
  onSend(model: VideoModel, input: VideoInput): void
}

/** The settings that the chosen model has. Enter with Ctrl or Command sends. */
export function VideoForm({ models, wanted, isBusy, onSend }: VideoFormProps) {
  const { t } = useTranslation('playground')
  const [chosen, setChosen] = useState(wanted)
  const [input, setInput] = useState<VideoInput>({
    prompt: '',
    seconds: 0,
    resolution: '',
    ratio: '',
    hasSound: null,
    firstFrame: '',
    lastFrame: '',
  })
  const model = models.find((one) => one.model === chosen) ?? models[0]
  if (model === undefined) return null
  const change = (changes: Partial<VideoInput>) => setInput({ ...input, ...changes })
  const canSend = input.prompt.trim() !== ''
  const send = () => {
    if (canSend && !isBusy) onSend(model, input)
  }
  const { seconds, resolutions, ratios, inputs } = model
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Stack gap={16}>
        <ModelField value={model.model} models={models.map((one) => one.model)} onChange={setChosen} />
        <PromptField
          label={t('videos.prompt')}
          value={input.prompt}
          max={model.prompt_max ?? promptMax}
          onChange={(prompt) => change({ prompt })}
          onSend={send}
        />
        {inputs.first_frame > 0 && (
          <FrameField
            label={t('videos.firstFrame')}
            value={input.firstFrame}
            onChange={(firstFrame) => change({ firstFrame })}
          />
        )}
        {inputs.first_frame > 0 && inputs.last_frame > 0 && input.firstFrame !== '' && (
          <FrameField
            label={t('videos.lastFrame')}
            value={input.lastFrame}
            onChange={(lastFrame) => change({ lastFrame })}
          />
        )}
        <Choice
          label={t('videos.seconds')}
          options={seconds.map((count) => ({ value: String(count), label: t('videos.secondsOf', { count }) }))}
          value={String(input.seconds)}
          onChange={(value) => change({ seconds: Number(value) })}
        />
        <Choice
          label={t('videos.resolution')}
          options={(resolutions ?? []).map((value) => ({ value, label: value }))}
          value={input.resolution}
          onChange={(resolution) => change({ resolution })}
        />
        <Choice
          label={t('videos.ratio')}
          options={(ratios ?? []).map((value) => ({ value, label: value }))}
          value={input.ratio}
          onChange={(ratio) => change({ ratio })}
        />
        {choosesSound(model) && (
          <Choice
            label={t('videos.sound')}
            options={(['on', 'off'] as const).map((value) => ({ value, label: t(`videos.sounds.${value}`) }))}
            value={input.hasSound === null ? '' : input.hasSound ? 'on' : 'off'}
            onChange={(value) => change({ hasSound: value === '' ? null : value === 'on' })}
          />
        )}
        <Row>
          <Button type="primary" htmlType="submit" disabled={!canSend} loading={isBusy}>
            {t('videos.send')}
          </Button>
        </Row>
      </Stack>
    </form>
  )
}

interface ChoiceProps {
  label: string
  options: { value: string; label: string }[]
  value: string
  onChange(value: string): void
}

/** One of the values, or what the model does by itself; nothing without values. */
function Choice({ label, options, value, onChange }: ChoiceProps) {
  const { t } = useTranslation('playground')
  if (options.length === 0) return null
  return (
    <SettingField label={label}>
      {(id) => (
        <Select
          id={id}
          allowClear
          placeholder={t('modelsOwn')}
          // Another model may lack what was chosen.
          value={options.some((option) => option.value === value) ? value : null}
          options={options}
          onChange={(next: string | null) => onChange(next ?? '')}
        />
      )}
    </SettingField>
  )
}
