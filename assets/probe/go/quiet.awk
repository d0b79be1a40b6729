# Of what a Go test binary prints with -test.v, what it would print without: not which tests begin or pass, nor what those log.
# The log of a failure stands beneath it.
{
  line = $0
  mark = index(line, "\026")
  if (mark > 1) print substr(line, 1, mark - 1)
  if (mark > 0) line = substr(line, mark + 1)
}
line ~ /^=== (RUN|PAUSE|CONT|NAME) / {
  split(line, words, " ")
  current = words[3]
  if (words[2] == "RUN") { known[current] = 1; logs[current] = "" }
  inside = 0
  next
}
line ~ /^ *--- (PASS|FAIL|SKIP): [^ ]+ \(/ {
  split(line, words, " ")
  test = words[3]
  if (known[test]) {
    indent = line
    sub(/---.*/, "", indent)
    if (words[2] == "FAIL:") {
      print line
      count = split(logs[test], entries, "\n")
      for (i = 1; i < count; i++) print indent entries[i]
    }
    delete known[test]
    delete logs[test]
    current = test
    inside = 0
    fflush()
    next
  }
}
known[current] && (line ~ /^    [^ ]+\.go:[0-9]+: / || (inside && line ~ /^        /)) {
  logs[current] = logs[current] line "\n"
  inside = 1
  next
}
{
  inside = 0
  if (mark != 1 || line != "") print line
  fflush()
}
