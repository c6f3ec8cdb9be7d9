import type { Channel } from '@sluice/contract/channel'
import { channelTestAnswer } from '@sluice/contract/channel-check'
import { isKeyOptional } from '@sluice/contract/channel-types'
import { Button, Form } from 'antd'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../components/layout.tsx'
import texts from '../../components/text.module.css'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-client.ts'
import { formatDuration } from '../../lib/format.ts'
import { buildChannelWrite, type ChannelFormValues } from './channel-form.ts'
import { keyTextOf } from './key-entry.ts'

interface Outcome {
  isPassed: boolean
  text: string
}

/**
 * Tests the channel as the form describes it, before it is saved. The key must be typed: a stored one is tested by the
 * list, with the stored address.
 */
export function UnsavedTest({ type, stored }: { type: number; stored: Channel | null }) {
  const { t } = useTranslation('channel-keys')
  const form = Form.useFormInstance<ChannelFormValues>()
  const values = Form.useWatch((all: ChannelFormValues) => all, { form, preserve: true })
  const [isRunning, setIsRunning] = useState(false)
  const [outcome, setOutcome] = useState<(Outcome & { of: string }) | null>(null)
  const key = values === undefined ? '' : keyTextOf({ ...values, type })
  const isReady = key !== '' || (stored === null && isKeyOptional(type))
  // A result belongs to what was tested.
  const tested = JSON.stringify([type, key, values?.base_url, values?.other])
  const run = async () => {
    setIsRunning(true)
    setOutcome({ ...(await testUnsaved(form.getFieldsValue(true), t)), of: tested })
    setIsRunning(false)
  }
  const shown = outcome?.of === tested && !isRunning ? outcome : null
  return (
    <Row wrap>
      <Button size="small" loading={isRunning} disabled={!isReady} onClick={() => void run()}>
        {t('test.action')}
      </Button>
      <span role="status" className={shown === null ? texts.hint : shown.isPassed ? undefined : texts.bad}>
        {shown === null ? t(isReady ? 'test.hint' : 'test.keyFirst') : shown.text}
      </span>
    </Row>
  )
}

async function testUnsaved(values: ChannelFormValues, t: TFunction<'channel-keys'>): Promise<Outcome> {
  const { name: _name, models, ...channel } = buildChannelWrite(values)
  try {
    const { model, time } = await api.answer('POST /api/channel/test', {
      body: { channel: models === '' ? channel : { ...channel, models }, model: values.test_model ?? '' },
    })
    return { isPassed: true, text: t('test.passed', { model, time: formatDuration(time * 1_000) }) }
  } catch (error) {
    // A refusal of the upstream names the tested model.
    const model =
      error instanceof ApiError ? channelTestAnswer.partial().safeParse(error.answer).data?.model : undefined
    const reason = error instanceof Error ? error.message : ''
    return { isPassed: false, text: model ? t('test.failedWith', { model, reason }) : t('test.failed', { reason }) }
  }
}
