import type { Channel } from '@sluice/contract/channel'
import type { ModelPrice } from '@sluice/contract/price-sheet'
import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Stack } from '../../../components/layout.tsx'
import texts from '../../../components/text.module.css'
import { VendorMark } from '../../../components/vendor-mark/vendor-mark.tsx'
import { formatDuration } from '../../../lib/format.ts'
import { may, useSessionUser } from '../../../lib/session.ts'
import { ModelPriceText } from '../model-price-text.tsx'
import { TestReason, TestStateTag } from '../model-test-facts.tsx'
import type { TestEntry } from '../model-test-run.ts'
import { modelPricesQuery } from '../queries.ts'
import { useTestRun } from '../use-test-run.ts'
import css from './sheet.module.css'
import { SheetPart } from './sheet-part.tsx'

interface ModelsPartProps {
  channel: Channel
  models: readonly string[]
  onTested(): void
  onDoctor(): void
}

const shownFirst = 8
const plain = { endpoint: '', isStream: false } as const

/** The models of a channel, each with its price and a test. */
export function ModelsPart({ channel, models, onTested, onDoctor }: ModelsPartProps) {
  const { t } = useTranslation(['channel-sheet', 'channel-editor'])
  const [text, setText] = useState('')
  const [isWhole, setIsWhole] = useState(false)
  const { data: prices } = useQuery(modelPricesQuery(models))
  const run = useTestRun(channel.id, onTested)
  const mayTest = may(useSessionUser(), 'channel.operate')
  const found = models.filter((name) => name.toLowerCase().includes(text.trim().toLowerCase()))
  const shown = isWhole || text !== '' ? found : found.slice(0, shownFirst)
  return (
    <SheetPart
      title={t('models.title')}
      extra={
        mayTest && (
          <Button size="small" onClick={onDoctor}>
            {t('models.doctor')}
          </Button>
        )
      }
    >
      <span className={texts.hint}>{t('models.priceHint')}</span>
      {models.length > shownFirst && (
        <Input
          allowClear
          size="small"
          aria-label={t('channel-editor:models.search')}
          placeholder={t('channel-editor:models.search')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <Stack as="ul" gap={0}>
        {shown.map((model) => (
          <ModelLine
            key={model}
            model={model}
            prices={prices}
            entry={run.entries[model]}
            isBusy={run.isRunning}
            mayTest={mayTest}
            onTest={() => void run.start([model], plain)}
          />
        ))}
      </Stack>
      {shown.length < found.length && (
        <Button size="small" type="link" onClick={() => setIsWhole(true)}>
          {t('models.all', { count: found.length })}
        </Button>
      )}
    </SheetPart>
  )
}

interface ModelLineProps {
  model: string
  prices: ReadonlyMap<string, ModelPrice> | undefined
  entry: TestEntry | undefined
  isBusy: boolean
  mayTest: boolean
  onTest(): void
}

function ModelLine({ model, prices, entry, isBusy, mayTest, onTest }: ModelLineProps) {
  const { t } = useTranslation(['channel-sheet', 'channel-checks'])
  const isRunning = entry?.state === 'running'
  return (
    <li className={css.line}>
      <Row>
        <Row grow wrap gap={[2, 8]}>
          <VendorMark model={model} />
          <code className={texts.anywhere}>{model}</code>
          <span role="status">
            <TestStateTag entry={entry} />
          </span>
          {entry?.result?.ok && <span className={texts.hint}>{formatDuration(entry.result.ms)}</span>}
        </Row>
        <span className={css.price}>
          <ModelPriceText model={model} prices={prices} />
        </span>
        {mayTest && (
          <Button
            size="small"
            loading={isRunning}
            disabled={isBusy && !isRunning}
            aria-label={t('channel-checks:test.one', { name: model })}
            onClick={onTest}
          >
            {t('test')}
          </Button>
        )}
      </Row>
      <TestReason entry={entry} />
    </li>
  )
}
