// Validators of Go. Reads "name, tab, base64 of a URL" line by line, and writes what is stored, in base64, or "-".
package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"net/url"
	"os"
	"strings"
)

type validator func(string) (string, bool)

var names []string
var validators = map[string]validator{}

func add(name string, one validator) {
	names = append(names, name)
	validators[name] = one
}

func parsed(text string, parse func(string) (*url.URL, error), holds func(*url.URL) bool) (string, bool) {
	reading, err := parse(text)
	return text, err == nil && reading.Scheme == "https" && holds(reading)
}

func main() {
	withHost := func(u *url.URL) bool { return u.Host != "" }
	withHostname := func(u *url.URL) bool { return u.Hostname() != "" }
	anything := func(*url.URL) bool { return true }
	add("url.Parse, its Scheme alone", func(text string) (string, bool) { return parsed(text, url.Parse, anything) })
	add("url.Parse with Host", func(text string) (string, bool) { return parsed(text, url.Parse, withHost) })
	add("url.Parse with Hostname()", func(text string) (string, bool) { return parsed(text, url.Parse, withHostname) })
	add("url.ParseRequestURI with Host", func(text string) (string, bool) { return parsed(text, url.ParseRequestURI, withHost) })
	add("url.Parse, stored by String()", func(text string) (string, bool) {
		reading, err := url.Parse(text)
		if err != nil || reading.Scheme != "https" || reading.Hostname() == "" {
			return "", false
		}
		return reading.String(), true
	})
	add("url.Parse behind TrimSpace", func(text string) (string, bool) {
		return parsed(strings.TrimSpace(text), url.Parse, withHostname)
	})
	addLibraries()

	fmt.Println(strings.Join(names, "\t"))
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		name, text, _ := strings.Cut(lines.Text(), "\t")
		given, _ := base64.StdEncoding.DecodeString(text)
		if stored, accepted := validators[name](string(given)); accepted {
			fmt.Println(base64.StdEncoding.EncodeToString([]byte(stored)))
		} else {
			fmt.Println("-")
		}
	}
}
