import { madeAxes, type NamedAxis, namedAxes, servedAxes, type Weekday, weekdays } from '@sluice/contract/price-axes'
import { Checkbox, DatePicker, Form, Input, Select, TimePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useTranslation } from 'react-i18next'
import layout from '../layout.module.css'
import { Row } from '../layout.tsx'
import { PlaceButtons } from '../place-buttons.tsx'
import css from './price-rules.module.css'
import {
  furtherFields,
  type RuleDraft,
  type RuleField,
  type RulePlace,
  readRuleDraft,
  ruleFields,
  usualFields,
} from './rule-draft.ts'
import { RuleSentence } from './rule-sentence.tsx'
import { shadowedBy } from './shadowed-by.ts'

export interface RulesValues {
  model: string
  rules: RuleDraft[]
}

export interface RuleFieldsProps {
  /** Its index in Form.List. */
  name: number
  count: number
  onMove(step: -1 | 1): void
  onDelete(): void
}

const utc = 'UTC'
const zones = [utc, ...Intl.supportedValuesOf('timeZone')].map((value) => ({ value, label: value }))
/** Names that makers use; others may be typed. */
const knownNames: Readonly<Record<NamedAxis, readonly string[]>> = {
  tier: ['priority', 'flex'],
  speed: ['fast'],
  geo: ['us'],
  size: ['1024x1024', '1024x1536', '1536x1024'],
  quality: ['low', 'medium', 'high', 'hd'],
  resolution: ['480p', '720p', '1080p', '4k'],
  sound: ['on', 'off'],
  source: ['image', 'video'],
}
const inDollars: ReadonlySet<RuleField> = new Set(['price', 'second_price', 'character_price'])
const week: readonly Weekday[] = [...weekdays.slice(1), weekdays[0]]

/** Times and days are texts in the form, as in the rule. */
const asTime = {
  getValueProps: (text?: string) => ({ value: text ? dayjs(`2000-01-01T${text}`) : null }),
  getValueFromEvent: (time: Dayjs | null) => time?.format('HH:mm') ?? '',
}
const asDay = {
  getValueProps: (text?: string) => ({ value: text ? dayjs(text) : null }),
  getValueFromEvent: (day: Dayjs | null) => day?.format('YYYY-MM-DD') ?? '',
}
const timePicker = { className: layout.wide, format: 'HH:mm', needConfirm: false } as const

/** One rule of the form: its conditions, its changes, and its description in words. */
export function RuleFields({ name, count, onMove, onDelete }: RuleFieldsProps) {
  const { t } = useTranslation('settings-prices')
  const form = Form.useFormInstance<RulesValues>()
  const number = name + 1
  const ruleOf = (...places: RulePlace[]) => ({
    validator: async () => {
      const read = readRuleDraft(form.getFieldValue(['rules', name]))
      const fault = read.ok ? undefined : places.map((place) => read.faults[place]).find(Boolean)
      if (fault !== undefined) throw new Error(t(`rules.fault.${fault}`))
    },
  })
  const depends = (...fields: (string | string[])[]) => fields.map((field) => ['rules', name, field].flat())
  const amount = (field: RuleField, rule = ruleOf(field), dependencies = depends()) => (
    <Form.Item
      key={field}
      name={[name, 'set', field]}
      label={t(`rules.field.${field}`)}
      rules={[rule]}
      dependencies={dependencies}
    >
      <Input inputMode="decimal" autoComplete="off" prefix={inDollars.has(field) ? '$' : undefined} />
    </Form.Item>
  )
  const names = (axis: NamedAxis) => (
    <Form.Item key={axis} name={[name, 'served', axis]} label={t(`rules.${axis}`)} rules={[ruleOf(axis)]}>
      <Select
        mode="tags"
        options={knownNames[axis].map((value) => ({ value }))}
        tokenSeparators={[',', ' ']}
        placeholder={t('rules.anyServed')}
      />
    </Form.Item>
  )
  return (
    <fieldset className={css.rule}>
      <legend className="visually-hidden">{t('rules.number', { number })}</legend>
      <Row gap={0} justify="between">
        <strong aria-hidden>{t('rules.number', { number })}</strong>
        <span>
          <PlaceButtons
            index={name}
            count={count}
            labels={{
              up: t('rules.upOf', { number }),
              down: t('rules.downOf', { number }),
              remove: t('rules.deleteOf', { number }),
            }}
            onMove={onMove}
            onDelete={onDelete}
          />
        </span>
      </Row>
      <h3>{t('rules.when')}</h3>
      <Form.Item name={[name, 'inputOver']} label={t('rules.inputOver')} rules={[ruleOf('inputOver')]}>
        <Input inputMode="numeric" autoComplete="off" suffix={t('rules.tokens')} />
      </Form.Item>
      <div className={layout.pair}>
        <Form.Item name={[name, 'start']} label={t('rules.start')} {...asTime}>
          <TimePicker {...timePicker} />
        </Form.Item>
        <Form.Item
          name={[name, 'end']}
          label={t('rules.end')}
          rules={[ruleOf('end')]}
          dependencies={depends('start')}
          {...asTime}
        >
          <TimePicker {...timePicker} />
        </Form.Item>
        <Form.Item name={[name, 'from']} label={t('rules.from')} {...asDay}>
          <DatePicker className={layout.wide} />
        </Form.Item>
        <Form.Item
          name={[name, 'until']}
          label={t('rules.until')}
          rules={[ruleOf('until')]}
          dependencies={depends('from')}
          {...asDay}
        >
          <DatePicker className={layout.wide} />
        </Form.Item>
      </div>
      <Form.Item
        name={[name, 'days']}
        label={t('rules.days')}
        rules={[ruleOf('when')]}
        dependencies={depends(
          'inputOver',
          'start',
          'end',
          'from',
          'until',
          ...namedAxes.map((axis) => ['served', axis]),
        )}
      >
        <Checkbox.Group
          className={css.choices}
          options={week.map((value) => ({ value, label: t(`rules.day.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name={[name, 'timezone']} label={t('rules.timezone')} extra={t('rules.timezoneHelp')}>
        <Select showSearch allowClear placeholder={utc} options={zones} />
      </Form.Item>
      <div className={layout.pair}>{servedAxes.map(names)}</div>
      <details className={`${css.further} ${layout.notice}`}>
        <summary>{t('rules.made')}</summary>
        <div className={layout.pair}>{madeAxes.map(names)}</div>
      </details>
      <h3>{t('rules.set')}</h3>
      <div className={layout.pair}>
        {usualFields.map((field) =>
          field === 'factor'
            ? amount(
                field,
                ruleOf('set', 'factor'),
                depends(...ruleFields.filter((other) => other !== 'factor').map((other) => ['set', other])),
              )
            : amount(field),
        )}
      </div>
      <details className={`${css.further} ${layout.notice}`}>
        <summary>{t('rules.further')}</summary>
        <div className={layout.pair}>{furtherFields.map((field) => amount(field))}</div>
      </details>
      <Form.Item
        name={[name, 'stacks']}
        valuePropName="checked"
        rules={[ruleOf('stacks')]}
        dependencies={depends(...ruleFields.map((field) => ['set', field]))}
        extra={t('rules.stacksHelp')}
      >
        <Checkbox>{t('rules.stacks')}</Checkbox>
      </Form.Item>
      <InWords name={name} />
    </fieldset>
  )
}

function InWords({ name }: { name: number }) {
  const { t } = useTranslation('settings-prices')
  const form = Form.useFormInstance<RulesValues>()
  const drafts = Form.useWatch<RuleDraft[] | undefined>('rules', form) ?? []
  const read = drafts.map((draft) => readRuleDraft(draft))
  const own = read[name]
  if (own === undefined) return null
  const rules = read.slice(0, name + 1).flatMap((one) => (one.ok ? [one.rule] : []))
  const isAllRead = rules.length === name + 1
  const shadow = isAllRead ? shadowedBy(rules, name) : null
  return (
    <div className={css.words} aria-live="polite">
      {own.ok ? <RuleSentence rule={own.rule} /> : <span>{t('rules.incomplete')}</span>}
      {shadow !== null && <p className={css.warning}>{t('rules.shadowed', { number: shadow })}</p>}
    </div>
  )
}
