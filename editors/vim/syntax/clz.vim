" Made from clz_core by `make generate`; change the declarations there.
if exists("b:current_syntax")
  finish
endif
syn match clzKeyword "\v%(^\s*)@<=%(with|test|state|setup|needs|let|include|before|base|after)\ze%(\s|$)"
syn match clzCommand "\v%(^\s*%(let\s+\w+\s*\=\s*)?)@<=%(window\ resize|window\ private|window\ mode|window\ list|window\ close|wheel|wait|vitals|viewport|version|upload|unroute|uncheck|type|tap|tabs|tab\ select|tab\ close|swipe|storage\ session|storage\ local|storage\ clear|storage|status|state\ show|state\ save|state\ load|snapshot|select-text|select|secret\ set|secret\ list|secret\ delete|scroll|screenshot|run|route\ list|route|request|reload|ready|py|profile\ stop|profile\ start|press|pool\ status|pool\ request|pool\ grant|ping|pdf|passkey\ verify|passkey\ save|passkey\ remove|passkey\ on|passkey\ off|passkey\ list|passkey\ add|page-state|open|network\ throttle|network\ sockets|network\ record|network\ offline|network\ headers\ set|network\ headers\ clear|network\ har|network\ conditions|network\ body|network|navigate|mouse|mcp|loop\ stop|loop\ state|loop\ start|loop\ list|logs|init\ remove|init\ list|init\ add|hover|get|forward|focus|fill-form|fill|expect|examples|eval|emulate|element|drag|download|diff|dialog\ status|dialog\ policy|dialog\ dismiss|dialog\ accept|demo|dblclick|cookies\ set|cookies\ import|cookies\ get|cookies\ delete|cookies\ clear|cookies|content|console|consent|config\ set|config\ list|config\ get|compare|clipboard\ write|clipboard\ read|clipboard\ paste|click|check|can-navigate|browser\ upgrade|browser\ rm|browser\ remove|browser\ prune|browser\ list|browser\ install|batch|back|auth\ set|auth\ list|auth\ clear|ask|agents\ forget|agents)\ze%(\s|$)"
syn match clzLet "\v%(^\s*let\s+)@<=\w+\ze\s*\="
syn match clzComment "^\s*#.*$"
syn match clzOption "\s\zs--\?[a-z][a-z-]*"
syn match clzMark "\s\zs@[[:alnum:]_.-]\+"
syn match clzFilled "\v\$%(\h\w*|\{[^}]*\})"
syn match clzSecret "{{[^{}[:space:]]\+}}"
syn match clzEscape "\\." contained
syn region clzPlain start=+'+ end=+'+ oneline
syn region clzString start=+"+ skip=+\\.+ end=+"+ oneline contains=clzFilled,clzSecret,clzEscape
hi def link clzKeyword Keyword
hi def link clzCommand Function
hi def link clzComment Comment
hi def link clzLet Identifier
hi def link clzFilled Identifier
hi def link clzOption Special
hi def link clzMark Label
hi def link clzSecret Constant
hi def link clzEscape SpecialChar
hi def link clzPlain String
hi def link clzString String
let b:current_syntax = "clz"
