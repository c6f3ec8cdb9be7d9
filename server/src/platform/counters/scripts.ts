import { slotsPerWindow } from '../../core/limits/sliding-window.ts'

// Scripts for the counts that nodes share: each is one atomic step. Time is the clock of Redis plus an offset for
// tests. A window is a hash of slot → count; a hold is a hash of `n:<node>` → "held:until" and, where it has a seed,
// `s` → use. The holds of a node that has ended expire with its lease. What a node holds is counted here, call by call:
// the node itself knows only of calls whose answers have arrived.

const clock = `
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000) + tonumber(ARGV[1])
`

/**
 * KEYS: one for each check. ARGV: offset, node, lease, 1 to count or 0 to only read; then for each check its kind,
 * limit, amount, window or end (0 = none), what this node knows to hold, which counts if nothing is stored of it, and 1
 * where there is a seed.
 * Returns `{0, 0, 0, used, reset, slot, …}`, `{1, index, wait, used, reset}` or `{2, index}` when a seed is missing;
 * -1 = unknown.
 */
export const takeScript = `${clock}
local node, lease, counts = 'n:' .. ARGV[2], tonumber(ARGV[3]), ARGV[4] == '1'
local kept = ${slotsPerWindow + 1}
local answer, changes = {0, 0, 0}, {}
for i, key in ipairs(KEYS) do
  local at = 4 + (i - 1) * 6
  local kind, limit, amount = ARGV[at + 1], tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
  local span, held, seeded = tonumber(ARGV[at + 4]), tonumber(ARGV[at + 5]), ARGV[at + 6] == '1'
  local stored = redis.call('HGETALL', key)
  if kind == 'w' then
    local slot_ms = span / ${slotsPerWindow}
    local newest = math.floor(now / slot_ms)
    local total, last, slots, counted = 0, nil, {}, {}
    for f = 1, #stored, 2 do
      local slot, count = tonumber(stored[f]), tonumber(stored[f + 1])
      if slot <= newest - kept then
        redis.call('HDEL', key, stored[f])
      elseif count > 0 then
        total = total + count
        slots[#slots + 1] = slot
        counted[slot] = count
        if last == nil or slot > last then last = slot end
      end
    end
    local room = math.max(0, limit - amount)
    if total > room then
      table.sort(slots)
      local left, freed = total, newest
      for _, slot in ipairs(slots) do
        if left <= room then break end
        left = left - counted[slot]
        freed = slot
      end
      return {1, i - 1, (freed + kept) * slot_ms - now, total, (last + kept) * slot_ms - now}
    end
    if amount > 0 then last = newest end
    answer[#answer + 1] = total + amount
    answer[#answer + 1] = last and (last + kept) * slot_ms - now or 0
    answer[#answer + 1] = newest
    changes[#changes + 1] = function()
      redis.call('HINCRBY', key, newest, amount)
      redis.call('PEXPIRE', key, math.ceil(span + 2 * slot_ms))
    end
  else
    local spent, others, own, is_known = 0, 0, held, false
    for f = 1, #stored, 2 do
      if stored[f] == 's' then
        spent = tonumber(stored[f + 1])
        is_known = true
      else
        local value, ends = string.match(stored[f + 1], '^(%d+):(%d+)$')
        local is_live = tonumber(ends) > now
        if stored[f] == node then
          if is_live then own = tonumber(value) end
        elseif is_live then
          others = others + tonumber(value)
        else
          redis.call('HDEL', key, stored[f])
        end
      end
    end
    if seeded and not is_known then return {2, i - 1} end
    local used = spent + others + own + amount
    if used > limit then
      local wait = -1
      if span > 0 and spent + amount > limit then wait = span - now end
      return {1, i - 1, wait, used - amount, -1}
    end
    answer[#answer + 1] = used
    answer[#answer + 1] = -1
    answer[#answer + 1] = 0
    changes[#changes + 1] = function()
      redis.call('HSET', key, node, string.format('%.0f:%.0f', own + amount, now + lease))
      redis.call('PEXPIRE', key, span > 0 and math.max(1, math.ceil(span - now)) or lease)
    end
  end
end
if counts then for _, change in ipairs(changes) do change() end end
return answer
`

/** KEYS: one. ARGV: field, delta. Changes only what has not expired. */
export const correctScript = `
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return 0 end
return redis.call('HINCRBY', KEYS[1], ARGV[1], ARGV[2])
`

/**
 * KEYS: one. ARGV: offset, node, lease, what the node holds (empty = what is stored), and what is added to it. Renews
 * the lease. A key with an end got it when it was created.
 */
export const holdScript = `${clock}
local node, lease, held = 'n:' .. ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
if held == nil then
  local stored = redis.call('HGET', KEYS[1], node)
  if not stored then return 0 end
  held = tonumber(string.match(stored, '^(%d+):'))
end
held = held + tonumber(ARGV[5])
if held <= 0 then return redis.call('HDEL', KEYS[1], node) end
redis.call('HSET', KEYS[1], node, string.format('%.0f:%.0f', held, now + lease))
if redis.call('PTTL', KEYS[1]) < lease then redis.call('PEXPIRE', KEYS[1], lease) end
return held
`

/** KEYS: one. ARGV: offset, use, end, 1 to replace the present use. */
export const seedScript = `${clock}
if ARGV[4] == '1' then redis.call('HSET', KEYS[1], 's', ARGV[2]) else redis.call('HSETNX', KEYS[1], 's', ARGV[2]) end
return redis.call('PEXPIRE', KEYS[1], math.max(1, math.ceil(tonumber(ARGV[3]) - now)))
`
