/** The sliding log of `domain/rate-limit.ts` as one script of Redis or Valkey: one call is one atomic step. */

/** The clock of the server in microseconds. */
export const SERVER_CLOCK = "local clock = redis.call('TIME')\nlocal now = clock[1] * 1000000 + clock[2]";

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
local memory, window, life = KEYS[1], tonumber(ARGV[1]), ARGV[2]
${clock}
local function written(time) return string.format('%.0f', time) end

local known = redis.call('HMGET', memory, 'life', 'since')
local since = tonumber(known[2] or now)
if known[1] ~= life or since > now then
  since = now
  redis.call('HSET', memory, 'life', life, 'since', written(now))
end
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

/** Said once by the first server that ever counts here for its database: there is nothing that could be forgotten. */
export const FIRST_LIFE_SCRIPT = `
if redis.call('EXISTS', KEYS[1]) == 0 then redis.call('HSET', KEYS[1], 'life', ARGV[1], 'since', '0') end
return 1
`;
