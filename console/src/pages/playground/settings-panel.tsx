import { autoGroup } from '@sluice/contract/group'
import { Link } from '@tanstack/react-router'
import { Button, Select, Slider } from 'antd'
import { lazy, memo, type Ref, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import layout from '../../components/layout.module.css'
import { Row, Stack } from '../../components/layout.tsx'
import { NumberField, type NumberFieldRef } from '../../components/number-field.tsx'
import texts from '../../components/text.module.css'
import { VendorMark } from '../../components/vendor-mark/vendor-mark.tsx'
import { formatNumber, formatRatio } from '../../lib/format.ts'
import { useGroupText } from '../../lib/group-text.ts'
import { useChatClients } from '../../lib/use-chat-clients.ts'
import type { Settings } from './build-request.ts'
import { type Conversation, lanesMax } from './conversation.ts'
import { countSet, parametersOf } from './model-parameters.ts'
import css from './playground.module.css'
import { SettingField } from './setting-field.tsx'
import { SystemPrompt } from './system-prompt.tsx'
import type { Offer } from './use-offer.ts'

const ParameterFields = lazy(() => import('./parameter-fields.tsx'))

interface SettingsPanelProps {
  conversation: Conversation
  settings: Settings
  /** The model of each lane. */
  models: readonly string[]
  offer: Offer
  isBusy: boolean
  /** The field of the output limit. */
  limit: Ref<NumberFieldRef>
}

/** The settings of every call: models, group, and sampling. */
export const SettingsPanel = memo(function SettingsPanel(props: SettingsPanelProps) {
  const { conversation, settings, models, offer, isBusy, limit } = props
  const { t } = useTranslation('playground')
  const groupText = useGroupText()
  const { temperature, maxTokens, system } = settings
  const { known } = offer
  const groupNames = Object.keys(offer.groups)
  const groups =
    groupNames.length === 0
      ? [{ value: '', label: t('groupLabel', { name: t('ownGroup'), ratio: '1' }), desc: '' }]
      : groupNames.map((name) => {
          const { ratio, desc } = offer.groups[name] ?? { ratio: 1, desc: '' }
          return {
            value: name,
            label: ratio === autoGroup ? name : t('groupLabel', { name, ratio: formatRatio(ratio) }),
            desc: groupText(desc),
          }
        })
  const offered = offer.models.map((name) => ({ value: name, label: name }))
  const isComparing = models.length > 1
  const other = offer.models.find((name) => !models.includes(name)) ?? models[0]
  const outputMax = Math.min(...models.map((name) => known.get(name)?.max_output_tokens ?? Number.POSITIVE_INFINITY))
  return (
    <Stack gap={16}>
      <SettingField label={t('group')}>
        {(id) => (
          <Select
            id={id}
            value={offer.group}
            options={groups}
            optionRender={({ data }) => (
              <Stack as="span" gap={0} className={css.option}>
                {data.label}
                {data.desc !== '' && <small>{data.desc}</small>}
              </Stack>
            )}
            onChange={(group) => conversation.setSettings({ group })}
          />
        )}
      </SettingField>
      {models.map((name, index) => (
        <SettingField key={index} label={isComparing ? t('modelOf', { number: index + 1 }) : t('model')}>
          {(id) => (
            <Select
              id={id}
              showSearch
              value={name}
              options={offered}
              prefix={<VendorMark model={name} />}
              optionRender={({ value, label }) => (
                <Row as="span">
                  <VendorMark model={String(value)} />
                  {label}
                </Row>
              )}
              loading={offer.isLoading}
              notFoundContent={t('noModel')}
              onChange={(chosen) => conversation.setModel(index, chosen)}
            />
          )}
        </SettingField>
      ))}
      <Row align="stretch" wrap>
        <Button
          disabled={isBusy || other === undefined || models.length >= lanesMax || offer.models.length === 0}
          onClick={() => other !== undefined && conversation.compare(other)}
        >
          {t(isComparing ? 'compareMore' : 'compare')}
        </Button>
        {isComparing && <Button onClick={() => conversation.endComparison()}>{t('compareEnd')}</Button>}
      </Row>
      <SettingField
        label={t('temperature')}
        extra={<span className={css.value}>{temperature === null ? t('modelsOwn') : formatRatio(temperature)}</span>}
        hint={t('temperatureHint')}
      >
        {() => (
          <>
            <Slider
              min={0.1}
              max={1}
              step={0.1}
              value={temperature ?? 0.1}
              ariaLabelForHandle={t('temperature')}
              onChange={(value) => conversation.setSettings({ temperature: value })}
            />
            <Row as="span" align="stretch">
              <Button
                size="small"
                aria-pressed={temperature === 0}
                type={temperature === 0 ? 'primary' : 'default'}
                ghost={temperature === 0}
                onClick={() => conversation.setSettings({ temperature: 0 })}
              >
                {t('temperatureZero')}
              </Button>
              <Button
                size="small"
                aria-pressed={temperature === null}
                type={temperature === null ? 'primary' : 'default'}
                ghost={temperature === null}
                onClick={() => conversation.setSettings({ temperature: null })}
              >
                {t('modelsOwn')}
              </Button>
            </Row>
          </>
        )}
      </SettingField>
      <SettingField
        label={t('maxTokens')}
        hint={Number.isFinite(outputMax) ? t('maxTokensHintOf', { max: formatNumber(outputMax) }) : t('maxTokensHint')}
      >
        {(id) => (
          <NumberField
            controls={false}
            ref={limit}
            id={id}
            min={0}
            max={Number.isFinite(outputMax) ? outputMax : 10_000_000}
            precision={0}
            className={layout.wide}
            value={maxTokens}
            onChange={(value) => conversation.setSettings({ maxTokens: value ?? 0 })}
          />
        )}
      </SettingField>
      <SystemPrompt value={system} onChange={(text) => conversation.setSettings({ system: text })} />
      <MoreParameters conversation={conversation} settings={settings} known={known} models={models} />
      <OtherClients />
    </Stack>
  )
})

interface MoreParametersProps extends Pick<SettingsPanelProps, 'conversation' | 'settings' | 'models'> {
  known: Offer['known']
}

/** The parameters that at least one of the models takes, folded; the line says how many are set. */
function MoreParameters({ conversation, settings, models, known }: MoreParametersProps) {
  const { t } = useTranslation('playground')
  const [isOpen, setIsOpen] = useState(false)
  const taken = new Set(models.flatMap((name) => [...parametersOf(name, known.get(name))]))
  const count = countSet(settings, taken)
  return (
    <details className={css.more} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        {t('parameters.title')} <span className={css.value}>{t('parameters.set', { count })}</span>
      </summary>
      {isOpen && (
        <Suspense>
          <ParameterFields value={settings} taken={taken} onChange={conversation.setSettings} />
        </Suspense>
      )}
    </details>
  )
}

/** The operator's own chat clients, in a frame. */
function OtherClients() {
  const { t } = useTranslation('playground')
  const clients = useChatClients()
  if (clients.length === 0) return null
  return (
    <nav className={css.clients} aria-label={t('otherClients')}>
      <span className={texts.hint}>{t('otherClients')}</span>
      {clients.map(({ name }, index) => (
        <Link key={name} to="/chat/{-$id}" params={{ id: String(index) }}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
