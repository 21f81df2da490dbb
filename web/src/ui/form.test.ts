import { describe, expect, test } from 'bun:test';
import { ApiError } from '../api.ts';
import { fieldOf } from './form.ts';

const refusal = (code: string, param?: string) => new ApiError({ status: 400, code, message: '', param });

describe('the field that a refusal is about', () => {
  test('the server names it, with or without a place inside', () => {
    expect(fieldOf(refusal('invalid_request', 'name'), ['name'])).toBe('name');
    expect(fieldOf(refusal('invalid_request', 'allowedRanges[0]'), ['allowedRanges'])).toBe('allowedRanges');
    expect(fieldOf(refusal('invalid_request', 'limit.czk'), ['limit'])).toBe('limit');
  });

  test('a refusal without a name is known by its code', () => {
    expect(fieldOf(refusal('password_length'), ['email', 'password'])).toBe('password');
    expect(fieldOf(refusal('wrong_password'), ['currentPassword', 'newPassword'])).toBe('currentPassword');
    expect(fieldOf(refusal('password_length'), ['currentPassword', 'newPassword'])).toBe('newPassword');
  });

  test('a field that the form does not have gets nothing', () => {
    expect(fieldOf(refusal('invalid_request', 'model'), ['name'])).toBeUndefined();
    expect(fieldOf(refusal('invalid_credentials'), ['email', 'password'])).toBeUndefined();
    expect(fieldOf(new TypeError('x'), ['name'])).toBeUndefined();
  });
});
