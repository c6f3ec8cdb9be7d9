import {
  type AdminPermissions,
  type AdminRight,
  needsOf,
  permissionsOf,
  permissionsWithout,
  rightAreas,
  rightsOfArea,
  withheldIn,
  withhold,
} from '@sluice/contract/admin-rights'
import { roles } from '@sluice/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { Checkbox, Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { FormControl } from '../../components/form-control.ts'
import { Row, Stack } from '../../components/layout.tsx'
import { PresetButtons } from '../../components/preset-buttons.tsx'
import texts from '../../components/text.module.css'
import { isRoot, useSessionUser } from '../../lib/session.ts'
import { adminRolesQuery } from './queries.ts'
import type { UserValues } from './user-values.ts'

/** What an administrator may do, by a role or one by one; only the super administrator chooses it. */
export function RightsField() {
  const { t } = useTranslation('users')
  const role = Form.useWatch<number | undefined>('role')
  const mayChoose = isRoot(useSessionUser())
  const isShown = role === roles.admin && mayChoose
  const { data: own = [], error } = useQuery({ ...adminRolesQuery, enabled: isShown })
  const chosen = Form.useWatch<number | undefined>('adminRole') ?? 0
  if (!isShown) return null
  const permissions = own.find(({ id }) => id === chosen)?.permissions
  return (
    <>
      {error !== null && (
        <p role="alert" className={texts.problem}>
          {error.message}
        </p>
      )}
      {(own.length > 0 || chosen !== 0) && (
        <Form.Item<UserValues> name="adminRole" required label={t('roles.field')} extra={t('roles.fieldHint')}>
          <Select
            options={[{ value: 0, label: t('roles.none') }, ...own.map(({ id, name }) => ({ value: id, label: name }))]}
          />
        </Form.Item>
      )}
      {permissions === undefined ? (
        <Form.Item<UserValues> name="rights" required label={t('rights.title')} extra={t('rights.hint')}>
          <RightsInput />
        </Form.Item>
      ) : (
        <Form.Item label={t('rights.title')} extra={t('roles.rightsHint')}>
          <RightsInput id="rights-of-role" value={permissions} isFixed />
        </Form.Item>
      )}
    </>
  )
}

/** The usual jobs, by the rights that they withhold. */
const presets: Readonly<
  Record<'all' | 'readOnly' | 'support' | 'finance' | 'technician', (right: AdminRight) => boolean>
> = {
  all: () => false,
  readOnly: (right) => !right.endsWith('.read'),
  support: (right) => !['user.read', 'user.write', 'log.read', 'channel.read'].includes(right),
  finance: (right) => !['user.read', 'user.balance', 'billing.read', 'billing.write', 'log.read'].includes(right),
  technician: (right) => !/^(channel|setting|log)\./.test(right),
}
const presetNames = ['all', 'readOnly', 'support', 'finance', 'technician'] as const

/** These permissions with one right given or taken. A given right brings those that it needs. */
function withRight(permissions: AdminPermissions, right: AdminRight, isGiven: boolean): AdminPermissions {
  const withheld = new Set(withheldIn(permissions))
  if (!isGiven) withheld.add(right)
  else for (const given of needsOf(right)) withheld.delete(given)
  return permissionsOf(
    withhold(
      0,
      permissionsWithout((one) => withheld.has(one)),
    ),
  )
}

/** `isFixed`: the rights are only shown. */
export function RightsInput({
  value = permissionsOf(0),
  onChange,
  id,
  isFixed = false,
}: FormControl<AdminPermissions> & { isFixed?: boolean }) {
  const { t } = useTranslation('users')
  const withheld = withheldIn(value)
  return (
    <Stack gap={12}>
      {!isFixed && (
        <PresetButtons
          label={t('rights.presets')}
          presets={presetNames.map((name) => ({
            key: name,
            label: t(`rights.preset.${name}`),
            isChosen: withheldIn(permissionsWithout(presets[name])).join() === withheld.join(),
            choose: () => onChange?.(permissionsWithout(presets[name])),
          }))}
        />
      )}
      {rightAreas.map((area) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would take a legend and a border.
        <div key={area} role="group" aria-labelledby={`${id}-${area}`}>
          <div id={`${id}-${area}`} className={texts.help}>
            {t(`rights.area.${area}`)}
          </div>
          <Row gap={[4, 16]} wrap>
            {rightsOfArea(area).map((right) => (
              <Checkbox
                key={right}
                checked={!withheld.includes(right)}
                disabled={isFixed}
                onChange={({ target }) => onChange?.(withRight(value, right, target.checked))}
              >
                {t(`rights.action.${right}`)}
              </Checkbox>
            ))}
          </Row>
        </div>
      ))}
    </Stack>
  )
}
