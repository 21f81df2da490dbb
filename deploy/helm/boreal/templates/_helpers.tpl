{{/* The release's own name, which its objects have. */}}
{{- define "boreal.name" -}}
{{- if contains "boreal" .Release.Name -}}{{ .Release.Name | trunc 63 | trimSuffix "-" }}
{{- else -}}{{ printf "%s-boreal" .Release.Name | trunc 63 | trimSuffix "-" }}
{{- end -}}
{{- end -}}

{{/* Labels by which objects find pods. They never change. */}}
{{- define "boreal.selector" -}}
app.kubernetes.io/name: boreal
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "boreal.labels" -}}
{{ include "boreal.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | quote }}
{{- end -}}

{{- define "boreal.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{- define "boreal.secret" -}}
{{ .Values.secret.existing | default (include "boreal.name" .) }}
{{- end -}}

{{- define "boreal.isPostgres" -}}
{{- if eq .Values.database.kind "postgres" }}yes{{ end -}}
{{- end -}}

{{/* Variables with secrets in them; a Secret is made of them unless there is one. */}}
{{- define "boreal.secretValues" -}}
{{- with .Values.secret.value }}
BOREAL_SECRET: {{ . | quote }}
{{- end }}
{{- with .Values.secret.metricsToken }}
BOREAL_METRICS_TOKEN: {{ . | quote }}
{{- end }}
{{- with .Values.database.url }}
BOREAL_DATABASE_URL: {{ . | quote }}
{{- end }}
{{- with .Values.redis.url }}
BOREAL_REDIS_URL: {{ . | quote }}
{{- end }}
{{- end -}}

{{/* What would only fail in the cluster fails here, in one sentence. */}}
{{- define "boreal.check" -}}
{{- if not .Values.secret.existing }}
{{- if include "boreal.isPostgres" . }}
{{- if not .Values.database.url }}{{ fail "database.kind is postgres: set database.url, or secret.existing to a Secret with BOREAL_DATABASE_URL." }}{{ end }}
{{- if not .Values.secret.value }}{{ fail "Several pods need one secret: set secret.value (openssl rand -hex 32), or secret.existing to a Secret with BOREAL_SECRET." }}{{ end }}
{{- end }}
{{- if and .Values.serviceMonitor.enabled (not .Values.secret.metricsToken) }}{{ fail "serviceMonitor.enabled needs secret.metricsToken, or secret.existing with BOREAL_METRICS_TOKEN." }}{{ end }}
{{- else if include "boreal.secretValues" . | trim }}
{{- fail "secret.existing is set: put secret.value, secret.metricsToken, database.url and redis.url into that Secret." }}
{{- end }}
{{- if not (include "boreal.isPostgres" .) }}
{{- if .Values.autoscaling.enabled }}{{ fail "autoscaling.enabled needs database.kind postgres: SQLite has one pod." }}{{ end }}
{{- if .Values.database.url }}{{ fail "database.url is for database.kind postgres." }}{{ end }}
{{- end }}
{{- end -}}

{{/* Settings of the server and of the command that makes the schema. */}}
{{- define "boreal.settings" -}}
{{- if or .Values.secret.existing (include "boreal.secretValues" . | trim) }}
envFrom:
  - secretRef: { name: {{ include "boreal.secret" . }} }
{{- end }}
env:
  - { name: BOREAL_HOST, value: "0.0.0.0" }
  - { name: BOREAL_PORT, value: "8787" }
  - { name: BOREAL_CONFIG, value: /etc/boreal/boreal.config.json }
  - { name: BOREAL_PUBLIC_URL, value: {{ .Values.publicUrl | quote }} }
  # Addresses of clients come from the ingress controller, and only it reaches the port.
  - { name: BOREAL_TRUST_PROXY, value: {{ .Values.ingress.enabled | quote }} }
  - { name: BOREAL_LIMITS_DRAIN_MS, value: {{ mul .Values.drain.seconds 1000 | quote }} }
  {{- range $name, $value := .Values.env }}
  - { name: {{ $name }}, value: {{ $value | quote }} }
  {{- end }}
volumeMounts:
  - { name: config, mountPath: /etc/boreal, readOnly: true }
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end -}}
