/** The sliding log of `core/rate-limit.ts` as one script of Redis or Valkey: one call is one atomic step. */

import { TICK_MS } from '../core/token-rate.ts';

/** The clock of the server in microseconds. */
export const SERVER_CLOCK = "local clock = redis.call('TIME')\nlocal now = clock[1] * 1000000 + clock[2]";

/** How each script begins: since when the server remembers what it has counted, in this life of it. */
const remembered = (clock: string): string => `local memory, window, life = KEYS[1], tonumber(ARGV[1]), ARGV[2]
${clock}
local function written(number) return string.format('%.0f', number) end

local known = redis.call('HMGET', memory, 'life', 'since')
local since = tonumber(known[2] or now)
if known[1] ~= life or since > now then
  since = now
  redis.call('HSET', memory, 'life', life, 'since', written(now))
end`;

/**
 * Keys: what this server remembers, and the admissions of each rule that the request is under. Arguments: the window in
 * microseconds, which life of the server we talk to, whether to `admit` or only to `look`, and how many each rule allows. A
 * request is counted by all rules or, where one refuses it, by none.
 *
 * A server that was started again, or that another has followed, may have forgotten admissions, and so may one that was
 * emptied. It is known by another life, or by no memory of any: then no request is admitted until a whole window is over.
 *
 * After a clock went back, times move back with it; the last admission then counts as just now, so that no account gets more
 * than the limit, and none waits longer than a window.
 *
 * Answers for each rule 1 or 0 (or -1: unknown), how many more are free, and the microseconds until there are more.
 */
export const admissionScript = (clock: string): string => `
${remembered(clock)}
if since + window > now then return {-1, 0, since + window - now} end

local looks = ARGV[3] == 'look'
local fits = not looks
local seen = {}
for rule = 1, #KEYS - 1 do
  local log, max = KEYS[rule + 1], tonumber(ARGV[rule + 3])
  local newest = tonumber(redis.call('LINDEX', log, -1) or now)
  if newest > now then
    local times = redis.call('LRANGE', log, 0, -1)
    redis.call('DEL', log)
    for _, time in ipairs(times) do redis.call('RPUSH', log, written(tonumber(time) - (newest - now))) end
  end
  local oldest = tonumber(redis.call('LINDEX', log, 0) or now)
  while oldest + window <= now do
    redis.call('LPOP', log)
    oldest = tonumber(redis.call('LINDEX', log, 0) or now)
  end
  seen[rule] = {left = max - redis.call('LLEN', log), wait = oldest + window - now}
  if seen[rule].left < 1 then fits = false end
end

local said = {}
for rule = 1, #KEYS - 1 do
  local log, left, wait = KEYS[rule + 1], seen[rule].left, seen[rule].wait
  if fits then
    redis.call('RPUSH', log, written(now))
    redis.call('PEXPIRE', log, written(window / 1000 + 1000))
    left = left - 1
  elseif redis.call('LLEN', log) == 0 then
    wait = 0
  end
  table.insert(said, (fits or (not looks and left > 0)) and 1 or 0)
  table.insert(said, left)
  table.insert(said, wait)
end
return said
`;

/**
 * The tokens of `core/token-rate.ts`. Keys: what this server remembers, and the seconds of each rule. Arguments: the window in
 * microseconds, the life, how many tokens, how many they take the place of and at which second those were counted, and how many
 * each rule allows. After a clock went back, the seconds move back with it.
 *
 * Answers the second (or -1: unknown, and how long), whether it was counted, and for each rule what is left and the microseconds
 * until more is free, of one that refuses until it would fit.
 */
export const tokenScript = (clock: string): string => `
${remembered(clock)}
local tokens, back, backTick = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local second = ${TICK_MS * 1000}
if since + window > now then return {-1, since + window - now} end

local tick = math.ceil(now / second)
local expiry = written((window + second) / 1000 + 1000)
local fits = true
local rules = {}
for rule = 1, #KEYS - 1 do
  local max, ticks, at, sum, newest = tonumber(ARGV[rule + 5]), {}, {}, 0, tick
  local fields = redis.call('HGETALL', KEYS[rule + 1])
  for n = 1, #fields, 2 do newest = math.max(newest, tonumber(fields[n])) end
  if newest > tick then redis.call('DEL', KEYS[rule + 1]) end
  for n = 1, #fields, 2 do
    local moment, count = tonumber(fields[n]) - (newest - tick), tonumber(fields[n + 1])
    if moment * second + window > now then
      if moment == backTick then count = count - back end
      ticks[moment] = count
      table.insert(at, moment)
      sum = sum + count
      if newest > tick or moment == backTick then
        redis.call('HSET', KEYS[rule + 1], written(moment), written(count))
        redis.call('PEXPIRE', KEYS[rule + 1], expiry)
      end
    else
      redis.call('HDEL', KEYS[rule + 1], written(moment))
    end
  end
  table.sort(at)
  rules[rule] = {max = max, ticks = ticks, at = at, sum = sum}
  if sum + tokens > max then fits = false end
end

local said = {tick, fits and 1 or 0}
for rule = 1, #KEYS - 1 do
  local max, ticks, at, sum = rules[rule].max, rules[rule].ticks, rules[rule].at, rules[rule].sum
  local need, freed, frees = math.max(1, sum + tokens - max), 0, nil
  for _, moment in ipairs(at) do
    freed = freed + ticks[moment]
    if freed >= need then frees = moment break end
  end
  if fits and tokens > 0 then
    redis.call('HINCRBY', KEYS[rule + 1], written(tick), written(tokens))
    redis.call('PEXPIRE', KEYS[rule + 1], expiry)
    sum = sum + tokens
    frees = frees or tick
  end
  table.insert(said, max - sum)
  table.insert(said, frees and frees * second + window - now or 0)
end
return said
`;

/** Said once by the first server that ever counts here for its database: there is nothing that could be forgotten. */
export const FIRST_LIFE_SCRIPT = `
if redis.call('EXISTS', KEYS[1]) == 0 then redis.call('HSET', KEYS[1], 'life', ARGV[1], 'since', '0') end
return 1
`;
